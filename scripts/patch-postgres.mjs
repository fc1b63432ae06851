import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { giveUp, inRoot } from './project.mjs'

const file = inRoot('node_modules', 'postgres', 'src', 'connection.js')

/** In 3.4.9 a write after the connection was lost throws where nobody can catch it, and ends the process (porsager/postgres#1208). */
const patches = [
  {
    old: `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
    // True: the pool must not count this connection as busy, or it would never open it again. `initial` is spared,
    // because it waits for the next connection and was not part of the lost one.
    new: `  function nextWrite(fn) {
    if (socket === null) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      const lost = Errors.connection('CONNECTION_CLOSED', options)
      query && queryError(query, lost)
      query = null
      while (sent.length)
        queryError(sent.shift(), lost)
      return true
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    // What was waiting to be written would go out first on the next connection, or keep it from ever writing, and an
    // error of the old connection would be taken for one of the new.
    old: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    new: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
  },
]

/** Safe to call again: what is patched already stays as it is. */
export function patchPostgres() {
  if (!existsSync(file)) return
  const before = readFileSync(file, 'utf8')
  let text = before
  for (const patch of patches) {
    if (text.includes(patch.new)) continue
    if (!text.includes(patch.old))
      giveUp('This version of the package postgres is not the one that we patch.', 'Look whether porsager/postgres#1208 is fixed in it; then scripts/patch-postgres.mjs can go.')
    text = text.replace(patch.old, () => patch.new)
  }
  if (text !== before) writeFileSync(file, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) patchPostgres()
