import { useEffect } from 'react'
import { useNeedsYouCount } from '../live/needs-you.ts'
import { sayCount } from '../session/words.ts'

/** The page's own title with the count before it. */
export const withCount = (title: string, count: string | null) => (count === null ? '' : `(${count}) `) + title.replace(/^\([\d,]+\+?\) /, '')

/** How many need a person stands in the tab, wherever this person is. Pages set titles of their own, so it is put back each time. */
export function useTitleCount() {
  const count = useNeedsYouCount()
  const said = count === undefined || count.count === 0 ? null : sayCount(count)
  useEffect(() => {
    const put = () => {
      const title = withCount(document.title, said)
      if (title !== document.title) document.title = title
    }
    put()
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [said])
}
