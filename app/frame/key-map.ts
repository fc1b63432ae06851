/** Every key of ours, once: the listeners, the list behind `?` and the tests read this table. */
export const commands = {
  palette: { keys: ['Ctrl K', '⌘ K'], presses: [], does: 'Go anywhere, do anything' },
  filter: { keys: ['/'], presses: ['/'], does: 'Filter, or search where nothing filters' },
  next: { keys: ['j', '↓'], presses: ['j', 'ArrowDown'], does: 'Next row' },
  previous: { keys: ['k', '↑'], presses: ['k', 'ArrowUp'], does: 'Previous row' },
  mark: { keys: ['x'], presses: ['x'], does: 'Select the row, or take it out' },
  peek: { keys: ['Space'], presses: [' '], does: 'Peek, the list stays' },
  open: { keys: ['Enter'], presses: ['Enter'], does: 'Open the row' },
  fold: { keys: ['h', '←'], presses: ['h', 'ArrowLeft'], does: 'Fold the group' },
  unfold: { keys: ['l', '→'], presses: ['l', 'ArrowRight'], does: 'Unfold the group' },
  close: { keys: ['Esc'], presses: ['Escape'], does: 'Close what is on top' },
  keys: { keys: ['?'], presses: ['?'], does: 'These keys' },
} as const
export type Command = keyof typeof commands

const byPress = new Map(
  Object.entries(commands).flatMap(([name, { presses }]) => presses.map((press) => [press as string, name as Command] as const)),
)

export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** null: no key of ours. A modifier belongs to the browser, but for the palette's. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Press): Command | null {
  if ((ctrlKey !== metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey || altKey) return null
  return byPress.get(key) ?? null
}
