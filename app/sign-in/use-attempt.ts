import { useState } from 'react'

/** One try at a time, and what came of it. */
export function useAttempt() {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const attempt = async (act: () => Promise<void>) => {
    setPending(true)
    setError(null)
    try {
      await act()
    } catch (cause) {
      setError(cause)
      setPending(false)
    }
  }
  return { pending, error, attempt }
}
