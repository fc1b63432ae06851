import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** A Chromium that runs: the one that was named, Playwright's, or the system's. */
export function findBrowser() {
  const inPath = (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [process.env.MUSTER_CHROMIUM, playwrights(), ...inPath, ...applications].find(runs)
}

function playwrights() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Being there is not enough: libraries may be missing, or it may be a stub that only tells how to install it. */
function runs(file) {
  if (!file || !existsSync(file)) return false
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
