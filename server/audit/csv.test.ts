import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', ''],
  [null, ''],
  [{ status: 'active' }, '"{""status"":""active""}"'],
])('[OPS-5] RFC 4180: %j', (value, cell) => expect(csvCell(value)).toBe(cell))

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('[OPS-5] a spreadsheet does not run %j', (value) => {
  expect(csvCell(value).replaceAll('"', '')).toBe(`'${value}`)
})

test('[OPS-5] a formula that has to be quoted is still text inside its quotes', () => {
  expect(csvCell('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"')
})

test('a number stays one, with its sign', () => expect(csvCell(-5)).toBe('-5'))
