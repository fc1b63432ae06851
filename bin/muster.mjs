#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()
const { runAdmin } = await import('../server/admin/run-admin.ts')
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
})
