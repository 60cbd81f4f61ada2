import { describe, expect, it } from 'vitest'
import { detailText } from '../../../../src-renderer/screens/settings/logs/audit-words.ts'
import {
  auditFilter,
  callsFilter,
  NO_AUDIT_FILTER,
  NO_CALLS_FILTER,
  readable,
  startOfDay,
} from '../../../../src-renderer/screens/settings/logs/log-filter.ts'
import { formatBytes } from '../../../../src-renderer/screens/settings/data/size.ts'

describe('the filters of a log', () => {
  it('ask for nothing that was not typed', () => {
    expect(auditFilter(NO_AUDIT_FILTER)).toEqual({})
    expect(auditFilter({ ...NO_AUDIT_FILTER, kind: 'no such kind', text: '  ' })).toEqual({})
    expect(callsFilter(NO_CALLS_FILTER)).toEqual({ onlyFailures: false })
  })

  it('count the last day whole, also where the clocks change', () => {
    const { from, to } = auditFilter({ ...NO_AUDIT_FILTER, from: '2026-11-01', to: '2026-11-01' })
    expect(from).toBe(new Date(2026, 10, 1).toISOString())
    expect(to).toBe(new Date(2026, 10, 2).toISOString())
    expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
    expect(startOfDay('yesterday')).toBe(null)
  })

  it('take an error code in any case', () => {
    expect(callsFilter({ ...NO_CALLS_FILTER, code: ' service_timeout ' })).toMatchObject({ code: 'SERVICE_TIMEOUT' })
  })
})

describe('a log on screen', () => {
  it('tells a row in one line, and a body as it can be read', () => {
    expect(
      detailText({
        name: 'Bench 4',
        printed: true,
        proof: null,
        media: { widthIn: 4 },
        rows: [1, 2],
        left: [{ a: 'b' }],
      }),
    ).toBe('name: Bench 4 · printed: true · media widthIn: 4 · rows: 1, 2 · left 0 a: b')
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(readable('{"a":1 … cut')).toBe('{"a":1 … cut')
  })
})

describe('a size', () => {
  it('is told in the unit a person would choose', () => {
    expect([0, 999, 1_234, 1_234_567, 999_600, 82_000_000_000].map((bytes) => formatBytes(bytes, 'en-US'))).toEqual([
      '0 bytes',
      '999 bytes',
      '1.2 kB',
      '1.2 MB',
      '1 MB',
      '82 GB',
    ])
  })
})
