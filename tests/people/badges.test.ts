import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Station } from '../../src-main/app/station.ts'
import type { StationOptions } from '../../src-main/app/station-options.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { filesIn } from '../support/files-in.ts'
import { setQuickPin } from '../support/quick-pin.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const OWN = { packer: 'EMPLOYEE-4001', clerk: 'EMPLOYEE-4002', supervisor: 'EMPLOYEE-4003' } as const
const PIN = '9038'
const MINUTE_MS = 60_000

type Open = TestStation & { clock: FakeClock; again: () => Promise<TestStation> }

/** People with badges of their own sign in here, a supervisor with a PIN as well. */
async function staffed(options: Partial<StationOptions> = {}): Promise<Open> {
  const clock = new FakeClock()
  const sandbox = await testSandbox({ clock })
  const open = await testStation(sandbox, { background: false, ...options })
  await open.run('people.save', { name: 'Pat', role: 'packer', badge: OWN.packer })
  await open.run('people.save', { name: 'Cleo', role: 'clerk', badge: OWN.clerk })
  const sam = await open.station.services.people.save({ name: 'Sam', role: 'supervisor', badge: OWN.supervisor })
  await setQuickPin(open.station, clock, sam, PIN)
  await open.run('people.setRules', { isOn: true, idleMinutes: 10 })
  const again = async () => {
    await open.close()
    return testStation(await testSandbox({ clock }), { background: false, ...options, dataDir: open.dataDir })
  }
  return { ...open, clock, again }
}

/** Who the badge signed in, or why it did not. */
async function scan(station: Station, badge: string, pin?: string): Promise<unknown> {
  const result = await station.invoke('people.signIn', pin === undefined ? { badge } : { badge, pin })
  if (!result.ok) return result.error.details['why'] ?? result.error.code
  return (await station.services.people.signIn.state())?.person?.name
}

const guesses = (many: number) => Array.from({ length: many }, (_, at) => `EMPLOYEE-${7000 + at}`)

async function guess(station: Station, many: number): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const badge of guesses(many)) answers.push(await scan(station, badge))
  return answers
}

describe('guessing badges', () => {
  test('is slowed down also between scans of a badge that is known', async () => {
    const { station } = await staffed()
    expect(await guess(station, 4)).toEqual(Array(4).fill('unknown-badge'))
    expect(await scan(station, OWN.packer)).toBe('Pat')
    expect(await guess(station, 3)).toEqual(['unknown-badge', 'blocked', 'blocked'])
    expect(await scan(station, OWN.clerk)).toBe('blocked')
  })

  test('keeps nobody out for hours where the clock is set back', async () => {
    const { station, clock } = await staffed()
    expect(await guess(station, 6)).toContain('blocked')
    expect(await scan(station, OWN.packer)).toBe('blocked')
    clock.advance(-6 * 60 * MINUTE_MS)
    expect(await scan(station, OWN.packer)).toBe('Pat')
  })

  test('is slowed down over a restart as well', async () => {
    const { station, again } = await staffed()
    await guess(station, 5)
    expect(await scan((await again()).station, OWN.clerk)).toBe('blocked')
  })

  test('gains nothing by many at once', async () => {
    const { station } = await staffed()
    const answers = await Promise.all(guesses(40).map((badge) => scan(station, badge)))
    expect(answers.filter((answer) => answer === 'unknown-badge')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'blocked')).toHaveLength(35)
  })

  test('is forgiven by time alone, one each quarter of an hour', async () => {
    const { station, clock } = await staffed()
    await guess(station, 5)
    clock.advance(30_000)
    expect(await scan(station, OWN.packer)).toBe('Pat')
    expect(await guess(station, 2)).toEqual(['unknown-badge', 'blocked'])
    clock.advance(2 * 15 * MINUTE_MS)
    expect(await guess(station, 2)).toEqual(['unknown-badge', 'blocked'])
  })

  test('keeps out no badge that Waybill drew, and nobody who has a PIN', async () => {
    const { station, run } = await staffed()
    const people = await run('people.list', {})
    const idOf = (name: string) => people.find((person) => person.name === name)?.personId ?? ''
    const { people: service } = station.services
    const { badge } = await service.drawBadge(idOf('Pat'))
    expect((await guess(station, 6)).at(-1)).toBe('blocked')
    expect(await scan(station, badge)).toBe('Pat')
    expect(await scan(station, `WBP-${'2'.repeat(24)}`)).toBe('blocked')
    await run('people.signIn', { personId: idOf('Sam'), pin: PIN })
    expect((await service.signIn.state())?.person).toMatchObject({ name: 'Sam' })
  })
})

test('A short code on a card of their own is enough for a packer; a clerk gives their PIN as well', async () => {
  const { station } = await staffed()
  const { people } = station.services
  await people.save({ name: 'Kim', role: 'clerk', badge: 'EMP-41', pin: '5820' })
  await people.save({ name: 'Lou', role: 'packer', badge: 'EMP-42' })
  expect(await scan(station, 'EMP-41')).toBe('pin-needed')
  expect(await scan(station, 'EMP-41', '5820')).toBe('Kim')
  expect(await scan(station, 'EMP-42')).toBe('Lou')
  expect(await scan(station, OWN.clerk)).toBe('Cleo')
})

describe('a badge in the ledger', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  const kept = ({ station }: { station: Station }): unknown[] =>
    station.stores.ledger.db.prepare('SELECT badge_hash FROM person ORDER BY rowid').pluck().all()

  test('is kept under a key that only the keychain has, and found again after a restart', async () => {
    const { keychain, secret } = memoryKeychain()
    const open = await staffed({ openKeychain: async () => keychain })
    const plain = Object.values(OWN).map(sha256)
    expect(kept(open).filter((hash) => typeof hash !== 'string' || plain.includes(hash))).toEqual([])
    const next = await open.again()
    expect(await scan(next.station, OWN.clerk)).toBe('Cleo')
    const key = secret('badge key') ?? ''
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    await next.close()
    for (const { name, bytes } of filesIn(open.dataDir)) {
      expect(bytes.includes(key) || bytes.includes(Buffer.from(key, 'base64')), name).toBe(false)
    }
  })

  test('under a plain hash goes on working, and is kept under the key from its next scan', async () => {
    const { keychain } = memoryKeychain()
    let present = false
    const openKeychain = async () => (present ? keychain : { ...keychain, available: false })
    const open = await staffed({ openKeychain })
    expect(kept(open)).toEqual(Object.values(OWN).map(sha256))
    present = true
    const next = await open.again()
    expect(await scan(next.station, OWN.packer)).toBe('Pat')
    expect(kept(next)).toEqual([
      expect.not.stringMatching(sha256(OWN.packer)),
      sha256(OWN.clerk),
      sha256(OWN.supervisor),
    ])
    expect(await scan(next.station, OWN.packer)).toBe('Pat')
  })

  /** A keychain that can be locked. */
  function lockableKeychain() {
    const { keychain } = memoryKeychain()
    const lock = { isLocked: false }
    const get = async (account: string) => {
      if (lock.isLocked) throw new StationError({ code: 'KEYCHAIN_FAILED', message: 'It is locked.', retryable: true })
      return keychain.get(account)
    }
    return { lock, openKeychain: async () => ({ ...keychain, get }) }
  }

  test('under a key of a keychain that is locked says so, and the PIN works meanwhile', async () => {
    const { lock, openKeychain } = lockableKeychain()
    const open = await staffed({ openKeychain })
    lock.isLocked = true
    const { station, run } = await open.again()
    expect(await scan(station, OWN.packer)).toBe('KEYCHAIN_FAILED')
    const sam = (await station.services.people.list()).find(({ name }) => name === 'Sam')
    await run('people.signIn', { personId: sam?.personId ?? '', pin: PIN })
  })

  test('scanned while the keychain is locked is no wrong badge: it works as soon as it is open', async () => {
    const { lock, openKeychain } = lockableKeychain()
    const open = await staffed({ openKeychain })
    expect(await guess(open.station, 1)).toEqual(['unknown-badge'])
    lock.isLocked = true
    const { station } = await open.again()
    for (let at = 0; at < 12; at += 1) expect(await scan(station, OWN.packer)).toBe('KEYCHAIN_FAILED')
    lock.isLocked = false
    expect(await scan(station, OWN.packer)).toBe('Pat')
    // The guess before is still counted.
    expect(await guess(station, 5)).toEqual([...Array(4).fill('unknown-badge'), 'blocked'])
  })

  test('under a plain hash cannot be guessed without end while the keychain is locked', async () => {
    const { lock, openKeychain } = lockableKeychain()
    const open = await staffed({ openKeychain })
    const { db } = open.station.stores.ledger
    db.prepare("UPDATE person SET badge_hash = ? WHERE name = 'Pat'").run(sha256(OWN.packer))
    lock.isLocked = true
    const { station } = await open.again()
    await guess(station, 5)
    expect(await scan(station, OWN.packer)).toBe('KEYCHAIN_FAILED')
  })
})
