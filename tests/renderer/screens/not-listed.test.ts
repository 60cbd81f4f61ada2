import { expect, test } from 'vitest'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { notListed } from '../../../src-renderer/screens/inbox/not-listed.ts'
import { errorData } from '../../../src-renderer/error-data.ts'

const locale = new Locale()
const offline = { kind: 'offline', since: '2026-11-21T15:00:00.000Z', error: errorData(new Error('no')) } as const

test('an empty inbox means that all is well only while the service is heard and all has left', () => {
  expect(notListed({ connection: { kind: 'online', since: offline.since }, notSent: 0 }, locale)).toEqual([])
  expect(notListed({ connection: offline, notSent: 1 }, locale)).toEqual([
    `Offline since ${locale.time(offline.since)}`,
    'Bookings pending: 1',
  ])
})
