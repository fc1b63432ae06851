import { findBrowser } from './find-browser.mjs'
import { runTool } from './project.mjs'
import { aptInstall, mayInstallPackages } from './system-packages.mjs'

const downloadMs = 240_000

/** The path of a Chromium that runs, got if need be; undefined when there is no way. */
export async function getBrowser() {
  return findBrowser() ?? (await download()) ?? (await fromSystem())
}

export const browserHint = 'Run "npx playwright install --with-deps chromium", or install Chromium (on Debian: "sudo apt-get install chromium"), or set MUSTER_CHROMIUM to one.'

async function download() {
  console.log('No Chromium found: asking Playwright for one …')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' }
  const got = await playwright(['install', 'chromium'], env)
  if (got.code !== 0) return undefined
  const browser = findBrowser()
  if (browser || !mayInstallPackages) return browser
  await playwright(['install-deps', 'chromium'], env)
  return findBrowser()
}

async function fromSystem() {
  if (!mayInstallPackages) return undefined
  console.log('Installing Chromium from the system\'s packages …')
  await aptInstall(['chromium'])
  return findBrowser()
}

function playwright(args, env) {
  return runTool('@playwright/test/cli.js', args, { env, quiet: true, timeoutMs: downloadMs })
}
