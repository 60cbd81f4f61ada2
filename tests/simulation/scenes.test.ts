import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { detailSchema, resultSchema } from '../world/telling/result.ts'

const RUN = join(import.meta.dirname, '../world/run.ts')

/** What must have happened in each, or it proves nothing. */
const FLOORS = {
  'one order at two desks': { BOOKED: 3, 'answer REFERENCE_USED': 3 },
  'orders that repeat themselves': { BOOKED: 2, 'act order file': 4, 'act answer order': 1 },
  'a supervisor who comes late': { BOOKED: 1, 'answer APPROVAL_NEEDED': 3, 'answer ROLE_NEEDED': 1 },
  'a role that ends': { 'answer ROLE_NEEDED': 1, 'answer SIGN_IN_NEEDED': 1 },
  'freight on a scale': { BOOKED: 2, 'act weigh': 3, 'job PRINTED': 1 },
} as const satisfies Record<string, Record<string, number>>

describe('other systems and people who sign in, each in a scene', { timeout: 300_000 }, () => {
  it.each(Object.entries(FLOORS))('%s breaks no promise', async (scene, floors) => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--scene', scene, '--seed', 't-1'])
    const [detail = '', result = ''] = stdout.trim().split('\n').slice(-2)
    expect(resultSchema.parse(JSON.parse(result)).violations).toBe(0)
    const { tally } = detailSchema.parse(JSON.parse(detail))
    for (const [name, least] of Object.entries(floors)) expect(tally[name] ?? 0, name).toBeGreaterThanOrEqual(least)
  })
})
