import { openEmbedded } from '../db/embedded/open-embedded.ts'

// A process of its own that opens the folder it is given and keeps it until told to stop, or killed.
const [folder = '', url] = process.argv.slice(2)
const tell = (message: object) => process.send?.(message)

try {
  const embedded = await openEmbedded({ folder, log: (line) => tell({ line }) })
  if (url) await embedded.announce(url)
  tell({ opened: { url: embedded.url, reused: embedded.reused } })
  process.on('message', () => void embedded.stop().then(() => process.disconnect()))
} catch (error) {
  const { message, hint } = error as { message: string; hint?: string }
  tell({ failed: { message, hint } })
  process.disconnect()
}
