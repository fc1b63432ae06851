import { expect, test } from 'vitest'
import { warnInClear } from './warn-in-clear.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4400'],
  ['127.0.0.2', 'http://localhost:4400'],
  ['::1', 'http://[::1]:4400'],
  ['localhost', 'http://localhost:4400'],
  ['127.0.0.1', 'https://muster.example'],
  ['0.0.0.0', 'https://muster.example'],
])('listening on %s as %s is no reason to warn', (host, baseUrl) => {
  expect(warnInClear(host, baseUrl)).toEqual([])
})

test.each([
  ['0.0.0.0', 'http://0.0.0.0:4400'],
  ['::', 'http://[::]:4400'],
  ['10.0.0.7', 'http://10.0.0.7:4400'],
  ['127.example.org', 'http://127.0.0.1:4400'],
  ['0.0.0.0', 'http://127.0.0.1:4400'],
  ['127.0.0.1', 'http://muster.example'],
])('listening on %s as %s sends passwords in clear', (host, baseUrl) => {
  expect(warnInClear(host, baseUrl).join('\n')).toContain("people's passwords and tokens cross the network in clear")
})
