import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createLog, type LogLine } from '../../src-node/log/log.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { slowestStatement, statement } from '../../src-main/kernel/sqlite/statement.ts'
import { TEST_START } from '../support/running-clock.ts'

/** Slower than any real one of this process, so that it is the slowest; two of them within an hour. */
const SLOW_MS = 1_700_000

it('a statement that holds up the station is logged with its text and plan, once an hour and without its values', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.exec('CREATE TABLE parcel (name TEXT)')
  db.prepare('INSERT INTO parcel VALUES (?)').run('Elm Street')
  let now = 0
  db.function('work', (ms) => {
    now += Number(ms)
    return 1
  })
  const lines: LogLine[] = []
  const log = createLog({ level: () => 'warn', now: () => new Date(TEST_START), write: (line) => lines.push(line) })
  const timers = { ...runtime().timers, monotonic: () => now }
  const slow = "SELECT work(?) AS worked FROM parcel WHERE name <> '?'"

  inRuntime({ ...runtime(), timers, log }, () => {
    expect(statement(db, slow).get(0)).toEqual({ worked: 1 })
    expect(lines).toEqual([])
    for (const method of ['get', 'all'] as const) statement(db, slow)[method](SLOW_MS)
    expect(lines).toMatchObject([
      { level: 'warn', what: 'slow statement', ms: SLOW_MS, sql: slow, plan: [expect.stringContaining('parcel')] },
    ])
    now += 3_600_000
    statement(db, slow).get(40)
    expect(lines).toHaveLength(2)
  })
  expect(JSON.stringify(lines)).not.toContain('Elm')
  expect(slowestStatement()).toEqual({ ms: SLOW_MS, sql: slow })
})
