import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atWeight } from '../../src-main/packing/scale/weight-requote.ts'
import { gramsOf } from '../../src-shared/station/scale/reading.ts'
import { palletsToChicago } from '../support/freight.ts'
import fc from '../support/fast-check.ts'
import { testSandbox } from '../support/sandbox.ts'
import { newStores } from '../support/new-stores.ts'
import { testStation } from '../support/test-station.ts'
import { bookedAt } from './desk.ts'

const grams = (value: number) => gramsOf({ value, unit: 'lb' })

describe('freight that weighs another weight than was booked', () => {
  it('is asked for at that weight, each line by its share', () => {
    const line = { length: 48, width: 40, height: 36, description: 'Parts' }
    fc.assert(
      fc.property(
        fc.array(fc.record({ weight: fc.integer({ min: 50, max: 2_000 }), quantity: fc.integer({ min: 1, max: 9 }) }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 500, max: 20_000 }),
        (lines, weighed) => {
          const { request, bookedLb } = atWeight(
            palletsToChicago({ cargo: lines.map((one) => ({ ...line, ...one })) }),
            weighed,
          )
          const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
          const now = request.cargo.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0)
          expect(bookedLb).toBe(lines.reduce((sum, { quantity, weight }) => sum + quantity * weight, 0))
          expect(Math.abs(now - weighed)).toBeLessThanOrEqual(pieces * 0.05 + 1e-6)
        },
      ),
    )
  })

  it('asks before its label prints, once for that weight, and its price is told without booking anything', async () => {
    const station = await testStation(await testSandbox())
    const { run } = station
    const { shipmentId, total } = await bookedAt(station, { reference: 'PO-1' })
    const asked = await run('pack.scan', { code: 'PO-1', weighedGrams: grams(1_400) })
    expect(asked).toMatchObject({
      kind: 'asks',
      question: { kind: 'weight', key: 'WEIGHT 1400', weighedLb: 1_400, bookedLb: 1_000 },
    })
    expect(await run('jobs.list', {})).toEqual([])
    // A yes to one weight is none to another.
    const answer = { code: 'PO-1', reprintReason: 'The scale is right', despite: ['WEIGHT 1400'] }
    expect((await run('pack.scan', { ...answer, weighedGrams: grams(1_900) })).kind).toBe('asks')

    const priced = await run('scale.requote', { shipmentId, weighedGrams: grams(2_000) })
    expect(priced).toMatchObject({ bookedLb: 1_000, weighedLb: 2_000, before: total })
    const { before, after, difference } = priced
    if (!before || !after) throw new Error('the rate is not offered any more')
    expect(after.minor).toBeGreaterThan(before.minor)
    expect(difference).toEqual({ currency: before.currency, minor: after.minor - before.minor })
    expect(await run('bookings.list', {})).toHaveLength(1)

    expect((await run('pack.scan', { ...answer, weighedGrams: grams(1_400) })).kind).toBe('printing')
  })

  it('asks by what was declared until the service has told what it weighs', async () => {
    const sandbox = await testSandbox()
    const dataDir = newStores()
    const station = await testStation(sandbox, { dataDir })
    await bookedAt(station, { reference: 'PO-3' })
    await station.close()
    for (const file of readdirSync(dataDir)) if (file.startsWith('cache.db')) rmSync(join(dataDir, file))

    const again = await testStation(sandbox, { dataDir, background: false })
    expect(await again.run('pack.scan', { code: 'PO-3', weighedGrams: grams(1_400) })).toMatchObject({
      kind: 'asks',
      question: { kind: 'weight', weighedLb: 1_400, bookedLb: 1_000 },
    })
  })

  it('prints without a question within the limit that was set, and where nothing was weighed', async () => {
    const station = await testStation(await testSandbox())
    await station.run('settings.update', { scale: { connection: 'none', limitPercent: 50 } })
    await bookedAt(station, { reference: 'PO-2' })
    expect((await station.run('pack.scan', { code: 'PO-2', weighedGrams: grams(1_400) })).kind).toBe('printing')
  })

  it('is refused where there is no booking of it', async () => {
    const { run } = await testStation(await testSandbox())
    await expect(run('scale.requote', { shipmentId: 'nobody', weighedGrams: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
