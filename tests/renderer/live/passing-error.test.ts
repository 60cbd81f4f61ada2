import { expect, test } from 'vitest'
import { isErrorOver } from '../../../src-renderer/live/passing-error.ts'
import type { Connection } from '../../../src-shared/station/app/state.ts'
import { StationError } from '../../../src-shared/station/error.ts'

const error = (code: 'SERVICE_UNREACHABLE' | 'ROLE_NEEDED' | 'NO_RATES_AVAILABLE') =>
  new StationError({ code, message: code }).toData()
const online = (since: string) => ({ kind: 'online', since }) satisfies Connection
const away = { kind: 'offline', since: '12:05', error: error('SERVICE_UNREACHABLE') } satisfies Connection
const packer = { personId: 'P-1', name: 'Joe', role: 'packer' as const }
const signedIn = (person: typeof packer | null) => ({ idleMinutes: 5, person, choices: [] })

test('an error of an outage is over once the service is online again, whichever was heard first', () => {
  const unreachable = error('SERVICE_UNREACHABLE')
  expect(isErrorOver(unreachable, { connection: online('12:00') })).toBe(false)
  expect(isErrorOver(unreachable, { connection: away })).toBe(false)
  expect(isErrorOver(unreachable, { connection: online('12:09') })).toBe(true)
  const later = error('SERVICE_UNREACHABLE')
  expect(isErrorOver(later, { connection: away })).toBe(false)
  expect(isErrorOver(later, { connection: online('12:09') })).toBe(true)
})

test('an error of a role is over once another person is signed in, or nobody', () => {
  for (const signIn of [signedIn(null), signedIn({ ...packer, personId: 'P-2' })]) {
    const refused = error('ROLE_NEEDED')
    expect(isErrorOver(refused, { connection: away, signIn: signedIn(packer) })).toBe(false)
    expect(isErrorOver(refused, { connection: online('12:09'), signIn: signedIn(packer) })).toBe(false)
    expect(isErrorOver(refused, { connection: away, signIn })).toBe(true)
  }
})

test('an answer of the service is never over by itself', () => {
  const none = error('NO_RATES_AVAILABLE')
  expect(isErrorOver(none, { connection: away })).toBe(false)
  expect(isErrorOver(none, { connection: online('12:09') })).toBe(false)
})
