import { describe, expect, test } from 'vitest'
import { feedPageSchema } from '../../../src-shared/site/feed.ts'
import { recordPageSchema, SHARED_KINDS } from '../../../src-shared/site/shared-record.ts'

const TIMELINE = { timeline: '0123456789ABCDEF' }
const record = (kind: string) => ({
  ...{ kind, recordId: 'rec_1', version: 1, body: null, stationId: 'st_1', stationName: 'Dock A', person: null },
  at: '2026-11-21T22:00:00.000Z',
})
const page = (...events: object[]) => ({
  ...TIMELINE,
  ...{ events, next: 9, hasMore: false, at: '2026-11-21T22:00:00.000Z' },
})

describe('a page of a site that is newer than its station', () => {
  test('is read whole: what is not known here is passed over', () => {
    const events = [
      { kind: 'weather', seq: 1, clouds: 3 },
      { kind: 'record', seq: 2, record: record('recipe') },
      { kind: 'record', seq: 3, record: record('note') },
    ]
    expect(feedPageSchema.parse(page(...events)).events).toEqual([
      { kind: 'other', seq: 1, what: 'weather' },
      { kind: 'other', seq: 2, what: 'record' },
      { kind: 'record', seq: 3, record: record('note') },
    ])
    expect(
      recordPageSchema.parse({ ...TIMELINE, records: [record('recipe'), record('note')], next: 2, hasMore: false })
        .records,
    ).toEqual([record('note')])
  })

  test('is refused where it tells of what is known in a way that is not', () => {
    for (const kind of SHARED_KINDS) {
      const broken = { kind: 'record', seq: 3, record: { ...record(kind), version: 'one' } }
      expect(feedPageSchema.safeParse(page(broken)).success).toBe(false)
    }
    expect(feedPageSchema.safeParse(page({ kind: 'weather', seq: 'one' })).success).toBe(false)
    expect(feedPageSchema.safeParse(page({ kind: 'booking', seq: 1 })).success).toBe(false)
  })
})
