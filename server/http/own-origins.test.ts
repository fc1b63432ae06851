import { expect, test } from 'vitest'
import { ownOrigins } from './own-origins.ts'

const of = (place: Partial<Parameters<typeof ownOrigins>[0]>) => {
  const { hosts, origins } = ownOrigins({ host: '127.0.0.1', hosts: [], ...place }, 4400)
  return { hosts: [...hosts].sort(), origins: [...origins].sort() }
}
const loopback = ['127.0.0.1:4400', '[::1]:4400', 'localhost:4400']
const http = (hosts: string[]) => hosts.map((host) => `http://${host}`).sort()

test.each(['127.0.0.1', 'localhost', '::1'])('[SEC-5] bound to %s, the names of loopback with our port are ours, and nothing else', (host) => {
  expect(of({ host })).toEqual({ hosts: loopback, origins: http(loopback) })
})

test('[SEC-5] bound beyond loopback, its names are ours only where they lead here', () => {
  expect(of({ host: '10.0.0.5' }).hosts).toEqual(['10.0.0.5:4400'])
  expect(of({ host: '0.0.0.0' }).hosts).toEqual(['0.0.0.0:4400', ...loopback])
})

test('[SEC-5] the host of the base URL is ours, with its default port too, and its origin in its own scheme only', () => {
  const { hosts, origins } = of({ host: '10.0.0.5', baseUrl: 'https://Muster.example/' })
  expect(hosts).toEqual(['muster.example', 'muster.example:443'])
  expect(origins).toEqual(['https://muster.example'])
})

test('[SEC-5] hosts that are named are ours, without a port also with ours', () => {
  const { hosts, origins } = of({ host: '10.0.0.5', baseUrl: 'https://muster.example', hosts: ['inside', 'other:8080', '[fd00::1]'] })
  expect(hosts).toEqual(expect.arrayContaining(['inside', 'inside:4400', 'other:8080', '[fd00::1]:4400']))
  expect(hosts).not.toContain('other')
  expect(origins).toEqual(expect.arrayContaining(['https://inside', 'https://other:8080']))
  expect(origins).not.toContain('http://inside')
})
