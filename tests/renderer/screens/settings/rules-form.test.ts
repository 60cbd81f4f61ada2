import { describe, expect, it } from 'vitest'
import { parseRules, rulesFormFor } from '../../../../src-renderer/screens/settings/rules/rules-form.ts'
import { settingsSchema } from '../../../../src-shared/station/app/state.ts'

const form = rulesFormFor(settingsSchema.parse({ thresholds: { staleHours: 24, lateHours: 4 }, priceTolerance: 2.5 }), {
  staleMinutes: 30,
  mostLabels: 200,
})

describe('the thresholds', () => {
  it('come back as they were shown', () => {
    expect(parseRules(form)).toEqual({
      ok: true,
      input: {
        settings: {
          thresholds: { lateHours: 4, riskDays: 1, staleHours: 24 },
          priceTolerance: 2.5,
          spendLimits: { perBatch: 25_000, perDay: 100_000 },
        },
        printing: { staleMinutes: 30, mostLabels: 200 },
      },
    })
  })

  it('are refused field by field, and never left empty', () => {
    const parsed = parseRules({
      lateHours: '',
      riskDays: '1.5',
      staleHours: '0',
      priceTolerance: '2,5',
      staleMinutes: '2000',
      mostLabels: '0',
      perBatch: '-1',
      perDay: '',
    })
    expect(parsed.ok ? {} : parsed.errors).toMatchObject({
      riskDays: { key: 'field.whole' },
      staleHours: { key: 'field.atLeast', params: { minimum: 1 } },
      staleMinutes: { key: 'field.atMost' },
      mostLabels: { key: 'field.atLeast', params: { minimum: 1 } },
    })
    expect(Object.keys(parsed.ok ? {} : parsed.errors).toSorted()).toEqual([
      'lateHours',
      'mostLabels',
      'perBatch',
      'perDay',
      'priceTolerance',
      'riskDays',
      'staleHours',
      'staleMinutes',
    ])
  })
})
