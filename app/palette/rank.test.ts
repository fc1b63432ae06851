import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rank, scoreWord } from './rank.ts'

const entries = [
  { name: 'Fleet', words: 'sessions agents home' },
  { name: 'Settings: people', words: 'roles users' },
  { name: 'Settings: tokens', words: 'api keys secrets' },
  { name: 'Make a token…', words: 'api key new' },
  { name: 'Sign out', words: 'log out leave' },
  { name: 'Theme: light', words: 'colour' },
]
const names = (typed: string) => rank(entries, typed).map(({ name }) => name)

test.each([['token', 'token: x', 4], ['token', 'make a token', 3], ['oken', 'make a token', 2], ['mkt', 'make a token', 1], ['zz', 'make', 0], ['m', 'a m', 3], ['m', 'at', 0]])(
  '%s in "%s" scores %i',
  (word, text, score) => expect(scoreWord(word, text)).toBe(score),
)

test('nothing typed keeps all, in their order', () => {
  expect(names('  ')).toEqual(entries.map(({ name }) => name))
})

test('the better match comes first, and of equals the earlier', () => {
  expect(names('token')).toEqual(['Settings: tokens', 'Make a token…'])
  expect(names('make')[0]).toBe('Make a token…')
  expect(names('se')[0]).toBe('Settings: people')
})

test('every word must be found, in whatever order', () => {
  expect(names('token make')).toEqual(['Make a token…'])
  expect(names('token nonsense')).toEqual([])
})

test('other words that mean the same find it, but behind its own name', () => {
  expect(names('users')).toEqual(['Settings: people'])
  expect(names('log')).toEqual(['Sign out'])
})

test('what is found is among what was given, once, and its own name always finds it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (typed) => {
      const found = rank(entries, typed)
      expect(new Set(found).size).toBe(found.length)
      for (const entry of found) expect(entries).toContain(entry)
    }),
  )
  for (const { name } of entries) expect(names(name)[0]).toBe(name)
})
