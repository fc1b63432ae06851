import { expect, test } from 'vitest'
import { sayAttached, sayTried } from './say-attach.ts'

test.each([
  ['external_session_id:ext-9:miss', { rule: 'external session id', outcome: 'miss', value: 'ext-9', said: 'nobody has it' }],
  ['client_instance_id:a:b:c:matched', { rule: 'client instance', outcome: 'matched', value: 'a:b:c', said: 'is this session' }],
  ['worktree_path:/srv/shop:claimed', { rule: 'only root session at its path', outcome: 'claimed', value: '/srv/shop', said: 'belongs to another actor' }],
  ['native_actor_key::skipped', { rule: 'native actor key', outcome: 'skipped', value: '', said: 'not given' }],
  ['native_actor_key:k1:skipped', { rule: 'native actor key', outcome: 'skipped', value: 'k1', said: 'did not apply' }],
])('[SES-3, UI-3] %s is said as a person reads it', (line, tried) => expect(sayTried(line)).toEqual(tried))

test.each(['anything', 'a:b', 'rule:value:won'])('[SES-3] a line of another make is shown as it is: %s', (line) => {
  expect(sayTried(line)).toMatchObject({ rule: line, outcome: null })
})

test('[UI-3] why it is attached here: its reason, else its rule, else who registered it', () => {
  const none = { attachReason: null, winningAttachRule: null, registeredBy: 'token ci' }
  expect(sayAttached({ ...none, attachReason: 'Found by hand.', winningAttachRule: 'session_id' })).toBe('Found by hand.')
  expect(sayAttached({ ...none, winningAttachRule: 'client_instance_id' })).toBe('Found by its client instance.')
  expect(sayAttached(none)).toMatch(/token ci/)
})
