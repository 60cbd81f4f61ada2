import { describe, expect, it } from 'vitest'
import { conflictOf } from '../../src-main/site/shared/conflict-view.ts'
import type { SharedRow } from '../../src-main/store/ledger/site/shared-row.ts'

const row = (theirs: Record<string, unknown> | null): SharedRow => ({
  ...{ kind: 'person', record_id: 'prs_1', version: 1, timeline: null, is_due: 1, tried: null, error: null },
  theirs: {
    ...{ kind: 'person', recordId: 'prs_1', version: 2, body: theirs },
    ...{ stationId: 'stn_2', stationName: 'Dock B', person: 'Eva', at: '2026-11-23T12:00:00.000Z' },
  },
  changed: { station: null, person: { personId: 'prs_9', name: 'Ana', approvedBy: null }, at: '2026-11-23T11:00:00Z' },
})
const ana = { name: 'Ana', role: 'packer', badgeHash: 'a'.repeat(64), pinHash: '$argon2id$mine' }

describe('two edits of one person', () => {
  it('say that badge and PIN differ, and not how', () => {
    const shown = conflictOf(
      row({ ...ana, role: 'clerk', badgeHash: 'b'.repeat(64), pinHash: '$argon2id$theirs' }),
      ana,
    )
    expect(shown.fields).toEqual([
      { path: 'role', mine: 'packer', theirs: 'clerk' },
      { path: 'badgeHash', mine: 'set', theirs: 'another' },
      { path: 'pinHash', mine: 'set', theirs: 'another' },
    ])
    expect(JSON.stringify(shown)).not.toMatch(/argon2|a{64}|b{64}/)
  })

  it('are told in words, also lists of entries', () => {
    const columns = [{ header: 'PO', field: 'reference' }]
    const map = (more: object[]) => ({ name: 'Acme', map: { columns: [...columns, ...more] } })
    const [field] = conflictOf(row(map([])), map([{ header: 'City', field: 'city' }])).fields
    expect(field).toEqual({
      path: 'map.columns',
      mine: 'header PO, field reference; header City, field city',
      theirs: 'header PO, field reference',
    })
  })

  it('say so where one was removed', () => {
    expect(conflictOf(row(null), ana)).toMatchObject({
      name: 'Ana',
      isDouble: false,
      version: 2,
      mine: { person: 'Ana', isRemoved: false },
      theirs: { stationName: 'Dock B', isRemoved: true },
      fields: [],
    })
  })
})
