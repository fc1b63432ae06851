import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { hashOf, inRoot, readIfThere, runTool, seconds } from './project.mjs'

const inputs = ['app', 'contract', 'public', 'instrumentation-client.ts', 'next.config.mjs', 'postcss.config.mjs', 'package-lock.json']
const stamp = inRoot('.next', 'muster-build')

/** Builds the pages unless the last build was of the same sources. Gives the output of a build that failed. */
export async function ensureBuilt() {
  const wanted = hashOf(inputs)
  if (existsSync(inRoot('.next', 'BUILD_ID')) && readIfThere(stamp) === wanted) return undefined
  const since = performance.now()
  console.log('Building the control room …')
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await runTool('next/dist/bin/next', ['build'], { env, quiet: true })
  if (code !== 0) return output
  writeFileSync(stamp, wanted)
  console.log(`Built in ${seconds(since)}.`)
  return undefined
}
