import Database from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { statement } from '../../src-main/store/statement.ts'

it('a statement that holds up the station is logged with its text, once a minute and without its values', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.function('sleep', (ms) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms))
    return 1
  })
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())

  expect(statement(db, 'SELECT sleep(?) AS slept').get(0)).toEqual({ slept: 1 })
  expect(told).not.toHaveBeenCalled()

  for (const method of ['get', 'all'] as const) statement(db, 'SELECT sleep(?) AS slept')[method](75)
  expect(told).toHaveBeenCalledTimes(1)
  expect(told.mock.calls[0]?.[0]).toMatch(/^Slow SQL, \d+ ms: SELECT sleep\(\?\) AS slept$/)
})
