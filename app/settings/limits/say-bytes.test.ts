import { expect, test } from 'vitest'
import { sayBytes } from './say-bytes.ts'

test.each([[0, '0 B'], [1023, '1023 B'], [8192, '8.0 kB'], [49_152, '48 kB'], [1_572_864, '1.5 MB'], [5 * 1024 ** 3, '5.0 GB']])('%i is %s', (bytes, said) =>
  expect(sayBytes(bytes)).toBe(said),
)
