let taken: string | null = null

/** Takes the token out of the address bar, so that it stays in no history; effects may run twice, so it is remembered. */
export function takeToken(): string | null {
  const fragment = decodeURIComponent(window.location.hash.replace(/^#(?:token=)?/, ''))
  if (fragment !== '') {
    taken = fragment
    window.history.replaceState(null, '', window.location.pathname)
  }
  return taken
}
