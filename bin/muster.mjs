#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()
const { runAdmin } = await import('../server/admin/run-admin.ts')
const { stdout, stderr } = process
const clear = stderr.isTTY ? '\r\u001B[2K' : ''
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  out: (line) => {
    stderr.write(clear)
    stdout.write(`${line}\n`)
  },
  err: (line) => stderr.write(`${clear}${line}\n`),
  show: (text) => stderr.isTTY && stderr.write(`${clear}${text}`),
})
