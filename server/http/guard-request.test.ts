import { type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { guardRequest } from './guard-request.ts'
import { ownOrigins } from './own-origins.ts'

const ours = ownOrigins({ host: '127.0.0.1', hosts: [] }, 4400)
const cookie = 'muster.session_token=a.b'
const us = 'http://127.0.0.1:4400'
const judge = (headers: IncomingHttpHeaders, more: { method?: string; path?: string; upgrade?: boolean } = {}) =>
  guardRequest(ours, { method: 'POST', path: '/api/v1/sessions', ...more, headers: { host: '127.0.0.1:4400', ...headers } })?.code ?? null

test.each<[string, IncomingHttpHeaders]>([
  ['a cookie and nothing that says from where', { cookie }],
  ['another origin', { cookie, origin: 'https://evil.example' }],
  ['our host in another scheme', { cookie, origin: 'https://127.0.0.1:4400' }],
  ['our host on another port', { cookie, origin: 'http://127.0.0.1:4401' }],
  ['an origin that begins like ours', { cookie, origin: `${us}.evil.example` }],
  ['an origin that nobody may know', { cookie, origin: 'null' }],
  ['another origin and a referer of ours', { cookie, origin: 'https://evil.example', referer: `${us}/` }],
  ['another referer', { cookie, referer: 'https://evil.example/?http://127.0.0.1:4400' }],
  ['a broken referer', { cookie, referer: 'nonsense' }],
  ['a browser that says cross-site', { cookie, 'sec-fetch-site': 'cross-site' }],
  ['a sibling of our site', { cookie, 'sec-fetch-site': 'same-site' }],
  ['another origin without a cookie, as in a sign-in that somebody else makes', { origin: 'https://evil.example' }],
  ['other credentials than a bearer', { cookie, authorization: 'Basic eDp5' }],
])('[SEC-5] a write is refused with %s', (_, headers) => {
  expect(judge(headers)).toBe('cross_site')
  for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']) expect(judge(headers, { method })).toBe('cross_site')
  expect(judge(headers, { method: 'GET', upgrade: true })).toBe('cross_site')
  expect(judge(headers, { method: 'GET' })).toBeNull()
})

test.each<[string, IncomingHttpHeaders]>([
  ['our origin', { cookie, origin: us }],
  ['another name of ours', { cookie, origin: 'http://localhost:4400' }],
  ['a browser that says same-origin', { cookie, 'sec-fetch-site': 'same-origin' }],
  ['a referer of ours', { cookie, referer: `${us}/sessions/x?y` }],
  ['no cookie and no browser', {}],
  ['a bearer token', { authorization: 'Bearer mst_x' }],
  ['a bearer token, which no page can send elsewhere, and a cookie', { authorization: 'bearer mst_x', cookie }],
])('[SEC-5] a write may come with %s', (_, headers) => {
  expect(judge(headers)).toBeNull()
})

test('[SEC-5] another host is refused whatever else is right, but for health', () => {
  for (const host of [undefined, '', 'evil.example', '127.0.0.1', '127.0.0.1:4401', 'a@127.0.0.1:4400', '127.0.0.1:4400.evil.example']) {
    const headers = { host, origin: us, authorization: 'Bearer mst_x' }
    for (const path of ['/', '/api/v1/sessions', '/metrics', '/healthz/x']) expect(judge(headers, { path })).toBe('wrong_host')
    for (const path of ['/healthz', '/readyz']) expect(judge(headers, { path })).toBeNull()
  }
  expect(judge({ host: 'LocalHost:4400', origin: us })).toBeNull()
})
