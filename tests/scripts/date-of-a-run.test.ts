import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { FakeClock } from '../support/fake-clock.ts'
import { onTestsDate } from '../support/child-date.ts'
import { TEST_START } from '../support/running-clock.ts'

const NOW = 'new Date().toISOString()'
const DAY = TEST_START.slice(0, 10)
const now = () => new Date().toISOString()
const whileLoading = now().slice(0, 10)

const child = (code: string) => execFileSync(process.execPath, ['-p', code], { encoding: 'utf8' }).trim()

test('every process of a run, and every thread, has the date of the tests', async () => {
  expect(whileLoading).toBe(DAY)
  expect(child(NOW).slice(0, 10)).toBe(DAY)
  expect(child('Date()')).toMatch(/Oct 2[12] 2026/)
  const grandchild = `require('node:child_process').execFileSync(process.execPath, ['-p', '${NOW}'], { encoding: 'utf8' })`
  expect(child(grandchild).slice(0, 10)).toBe(DAY)
  const thread = new Worker(`require('node:worker_threads').parentPort.postMessage(${NOW})`, { eval: true })
  const said = await new Promise<unknown>((resolve) => void thread.once('message', resolve))
  expect(String(said).slice(0, 10)).toBe(DAY)
})

test('their clocks agree, and go on', () => {
  const before = now()
  const there = child(NOW)
  const after = now()
  expect(before <= there && there <= after, `${before} <= ${there} <= ${after}`).toBe(true)
  expect(before < after).toBe(true)
})

test('a program can be given another date', async () => {
  const { execArgv, env } = onTestsDate(new FakeClock('2027-03-01T12:00:00.000Z'))
  const { stdout } = await promisify(execFile)(process.execPath, [...execArgv, '-p', NOW], { env })
  expect(stdout).toMatch(/^2027-03-01T12/)
})

test('a date that a test sets is taken back to that of the run', () => {
  vi.setSystemTime('2020-02-29T12:00:00.000Z')
  expect(now()).toMatch(/^2020-02-29T12/)
  vi.useRealTimers()
  expect(now().slice(0, 10)).toBe(DAY)
})

test('every process of a run is in one time zone', () => {
  const zone = process.env['WAYBILL_TEST_TZ'] ?? 'America/Chicago'
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  expect(child('new Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(zone)
  expect(child('new Date(0).getTimezoneOffset()')).toBe(String(new Date(0).getTimezoneOffset()))
})
