import { describe, expect, it } from 'vitest'
import type { SharedEdit } from '../../src-shared/site/shared-record.ts'
import { hasPostgres } from '../support/postgres.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

const preset = (name: string, quantity = 1) => ({
  name,
  cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity, description: 'Machine parts' }],
  units: { weight: 'lb', dimensions: 'in' },
})

let edits = 0
const edit = (change: Partial<SharedEdit>): SharedEdit => ({
  editId: `edit-${String(++edits).padStart(8, '0')}`,
  kind: 'note',
  recordId: 'not_1',
  base: 0,
  body: { environment: 'embedded', shipmentId: 'SHP-1', text: 'Dock 4', at: '2026-10-21T20:00:00Z', author: 'Ana' },
  person: { personId: 'prs_1', name: 'Ana', approvedBy: null },
  ...change,
})

describe.skipIf(!hasPostgres)('what all stations of a site share', () => {
  it('is edited on the version that it was made on, and told to every station', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const first = edit({})
    const [taken] = (await a.post('editRecords', { edits: [first] })).answers
    expect(taken).toMatchObject({ answer: 'taken', version: 1, record: { version: 1, stationName: 'Dock A' } })
    const seen = await until('it in the feed of B', async () => {
      const { events } = await b.feed(0)
      return events.find((event) => event.kind === 'record') ?? null
    })
    expect(seen).toMatchObject({ record: { recordId: 'not_1', person: 'Ana', body: { text: 'Dock 4' } } })
    const second = edit({ base: 1, body: { ...first.body, text: 'Dock 5' } })
    expect((await b.post('editRecords', { edits: [second] })).answers).toMatchObject([{ answer: 'taken', version: 2 }])
    // Made on the first version: B's stays, and A hears what it is.
    const late = edit({ base: 1, body: { ...first.body, text: 'Dock 6' } })
    expect((await a.post('editRecords', { edits: [late] })).answers).toMatchObject([
      { answer: 'conflict', record: { version: 2, stationName: 'Dock B', body: { text: 'Dock 5' } } },
    ])
    // The answer to the first was lost: it is told again, and is one edit.
    expect((await a.post('editRecords', { edits: [first] })).answers).toMatchObject([
      { answer: 'taken', version: 1, record: { version: 2 } },
    ])
    expect(await b.asked('/records?after=0').then((answer) => answer.json())).toMatchObject({
      records: [{ version: 2 }],
      hasMore: false,
    })
  })

  it('is taken once of eight stations that edit one version at a time', async () => {
    const { station, db } = await testSite()
    const stations = await Promise.all(Array.from({ length: 8 }, (_, n) => station(`Dock ${n}`)))
    const answers = await Promise.all(
      stations.map((one, n) =>
        one.post('editRecords', { edits: [edit({ body: { ...edit({}).body, text: `Word of ${n}` } })] }),
      ),
    )
    expect(answers.flatMap((each) => each.answers).filter(({ answer }) => answer === 'taken')).toHaveLength(1)
    expect(await db.all('SELECT version FROM shared_record')).toEqual([{ version: 1 }])
  })

  it('has one name once, and one badge', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const both = await Promise.all([
      a.post('editRecords', { edits: [edit({ kind: 'preset', recordId: 'pre_a', body: preset('Drums') })] }),
      b.post('editRecords', { edits: [edit({ kind: 'preset', recordId: 'pre_b', body: preset('DRUMS', 2) })] }),
    ])
    expect(both.flatMap(({ answers }) => answers.map(({ answer }) => answer)).toSorted()).toEqual(['conflict', 'taken'])
    const person = (name: string) => ({ name, role: 'packer', badgeHash: 'a'.repeat(64), pinHash: null })
    const people = await a.post('editRecords', {
      edits: [
        edit({ kind: 'person', recordId: 'prs_a', body: person('Ana') }),
        edit({ kind: 'person', recordId: 'prs_b', body: person('Beto') }),
      ],
    })
    expect(people.answers).toMatchObject([{ answer: 'taken' }, { answer: 'conflict', record: { recordId: 'prs_a' } }])
    // Who was removed has neither any more.
    const gone = edit({ kind: 'person', recordId: 'prs_a', base: 1, body: null })
    const again = edit({ kind: 'person', recordId: 'prs_b', body: person('Ana') })
    expect((await b.post('editRecords', { edits: [gone, again] })).answers).toMatchObject([
      { answer: 'taken', version: 2, record: { body: null } },
      { answer: 'taken', version: 1 },
    ])
  })

  it('is refused where it cannot be read, or another was told under its id, and says no word of a secret', async () => {
    const { station, db } = await testSite()
    const a = await station('Dock A')
    const secret = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$planted'
    const bad = edit({
      kind: 'person',
      recordId: 'prs_a',
      body: { name: 'Ana', role: 'boss', badgeHash: null, pinHash: secret },
    })
    const good = edit({})
    const answers = await a.post('editRecords', { edits: [bad, good] })
    expect(answers.answers).toMatchObject([
      { answer: 'refused', error: { code: 'INVALID_INPUT' } },
      { answer: 'taken' },
    ])
    expect(JSON.stringify(answers)).not.toContain(secret)
    const other = { ...good, body: { ...good.body, text: 'Another' } }
    expect((await a.post('editRecords', { edits: [other] })).answers).toMatchObject([
      { answer: 'refused', error: { code: 'SUBMISSION_DIFFERS' } },
    ])
    const person = { name: 'Ana', role: 'packer', badgeHash: null, pinHash: secret }
    await a.post('editRecords', { edits: [edit({ kind: 'person', recordId: 'prs_a', body: person })] })
    const audit = JSON.stringify(await db.all('SELECT * FROM audit'))
    expect(audit).toContain('prs_a')
    expect(audit).not.toContain(secret)
  })
})
