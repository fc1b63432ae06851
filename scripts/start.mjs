import { checkNode } from './check-node.mjs'

checkNode()
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./build.mjs')
const { giveUp } = await import('./project.mjs')

const dev = process.argv.includes('--dev')
process.env.NODE_ENV = dev ? 'development' : 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
if (dev) process.env.MUSTER_DEV = '1'

await ensureInstalled()
if (!dev) {
  const failure = await ensureBuilt()
  if (failure) {
    console.error(failure)
    giveUp('The control room did not build.', 'The reason is above. If you changed nothing, remove the folders .next and node_modules and start again.')
  }
}

// The server runs in this process: one less to signal, to wait for and to pay memory for.
const { register } = await import('tsx/esm/api')
register()
await import('../server/index.ts')
