import { expect, test } from 'vitest'
import { type Command, commandOf, commands, type Press } from './key-map.ts'

const press = (key: string, held: Partial<Press> = {}) => commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test.each<[string, Command]>([
  ['/', 'filter'], ['j', 'next'], ['ArrowDown', 'next'], ['k', 'previous'], ['ArrowUp', 'previous'], ['x', 'mark'],
  [' ', 'peek'], ['Enter', 'open'], ['h', 'fold'], ['ArrowRight', 'unfold'], ['Escape', 'close'], ['?', 'keys'],
])('[UI-9] %s is %s', (key, command) => expect(press(key)).toBe(command))

test('[UI-9] Ctrl K and ⌘ K open the palette, with the caps lock on too', () => {
  for (const key of ['k', 'K']) {
    expect(press(key, { ctrlKey: true })).toBe('palette')
    expect(press(key, { metaKey: true })).toBe('palette')
  }
  expect(press('k', { ctrlKey: true, altKey: true })).toBeNull()
  expect(press('k', { ctrlKey: true, metaKey: true })).toBeNull()
})

test("[UI-9] the browser's own keys stay the browser's", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    for (const key of ['j', 'x', '/', 'Enter', 'Escape']) expect(press(key, held)).toBeNull()
  }
})

test('no press means two things, and every command says what it does', () => {
  const presses = Object.values(commands).flatMap((command) => [...command.presses])
  expect(new Set(presses).size).toBe(presses.length)
  for (const { keys, does } of Object.values(commands)) expect(Math.min(keys.length, does.length)).toBeGreaterThan(0)
})
