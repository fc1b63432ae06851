/** Keys of ours stay silent while a person writes, holds a modifier, or has a dialog open. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (document.querySelector('dialog[open]') !== null) return true
  return event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null
}
