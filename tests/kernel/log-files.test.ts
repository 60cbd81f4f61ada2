import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLog } from '../../src-node/log/log.ts'
import { openLogFiles } from '../../src-main/kernel/log/log-files.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const DAY = 24 * 60 * 60 * 1000

function open(mostBytes?: number, dir = join(tempDir(), 'logs'), clock = new FakeClock()) {
  const files = openLogFiles({ dir, now: () => clock.now(), ...(mostBytes !== undefined && { mostBytes }) })
  const log = createLog({ level: () => 'info', now: () => clock.now(), write: files.write })
  return { files, log, clock, dir }
}

it('a day has a file, which is followed by the next when it is full, and goes on after a start', () => {
  const { log, clock, dir, files } = open(400)
  for (let line = 1; line <= 8; line += 1) log.info('booking', { bookingId: `bkg_${line}`, state: 'BOOKED' })
  expect(readdirSync(dir).length).toBeGreaterThan(1)
  expect(files.read(1e6).map(({ bytes }) => bytes.length <= 400)).not.toContain(false)

  const again = open(400, dir, clock)
  again.log.info('station opens')
  const lines = again.files
    .read(1e6)
    .flatMap(({ bytes }) => bytes.toString().trim().split('\n'))
    .map((line) => JSON.parse(line) as { what: string; bookingId?: string })
  expect(lines.map(({ bookingId }) => bookingId)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `bkg_${n}`),
    undefined,
  ])
})

it('fourteen days are kept; a day on which the clock was years ahead counts as one', () => {
  const { log, clock, dir } = open()
  for (let day = 0; day < 20; day += 1) {
    log.info('station opens')
    clock.advance(DAY)
  }
  const before = readdirSync(dir)
  expect(before).toHaveLength(14)
  clock.advance(3650 * DAY)
  log.info('station opens')
  clock.advance(-3650 * DAY)
  log.info('station opens')
  expect(readdirSync(dir).filter((name) => before.includes(name))).toHaveLength(12)
})

it('what others put into the folder stays', () => {
  const { log, dir, clock } = open(200)
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  for (let day = 0; day < 20; day += 1) {
    log.info('station opens')
    clock.advance(DAY)
  }
  expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('mine')
})

it('a folder that is gone stops nobody, and is told', () => {
  const { log, files, dir } = open()
  rmSync(dir, { recursive: true })
  log.error('fault')
  expect(files.failure()).toMatch(/ENOENT/)
})

it('a line says no more than its level asks for', () => {
  const { log, files } = open()
  log.debug('event')
  log.with({ bookingId: 'bkg_1' }).warn('call failed', { requestId: null, code: 'TIMEOUT' })
  const [line] = files.read(1e6).map(({ bytes }) => bytes.toString())
  expect(JSON.parse(line ?? '')).toEqual({
    at: expect.any(String),
    level: 'warn',
    what: 'call failed',
    bookingId: 'bkg_1',
    code: 'TIMEOUT',
  })
})
