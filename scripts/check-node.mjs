import { readFileSync } from 'node:fs'

/** Before anything else is loaded: an old Node would only show a syntax error. */
export function checkNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [major, minor] = engines.node.match(/\d+/g).map(Number)
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  console.error(`Muster needs Node ${major}.${minor} or newer; this is ${process.version}.\nInstall a newer one (https://nodejs.org) and start again.`)
  process.exit(1)
}
