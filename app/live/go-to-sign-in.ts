/** Only an address of ours may be returned to: `next` comes from whoever made the link. */
export function safeNext(next: string | null, origin: string): string {
  if (next === null) return '/'
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (url === null || url.origin !== origin || url.pathname.startsWith('/sign-in')) return '/'
  return url.pathname + url.search
}

export function goToSignIn() {
  if (window.location.pathname.startsWith('/sign-in')) return
  const here = window.location.pathname + window.location.search
  window.location.assign(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`)
}
