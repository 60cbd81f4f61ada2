import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EditAnswer, SharedEdit, SharedRecord } from '../../src-shared/site/shared-record.ts'
import { personSchema } from '../../src-shared/station/app/forget.ts'
import { createBlanker } from '../../src-main/data/forget/blank.ts'
import { blankOnWrite } from '../../src-main/data/forget/on-write.ts'
import { labelBytes } from '../../src-main/data/retention/bytes.rows.ts'
import { forgetInLedger } from '../../src-main/data/retention/forget-ledger.rows.ts'
import { forgottenStore } from '../../src-main/data/retention/forgotten.rows.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { systemFiles } from '../../src-main/kernel/sqlite/files.ts'
import { inTransaction } from '../../src-main/kernel/sqlite/transaction.ts'
import { sharedTable } from '../../src-main/site/shared-kinds.rows.ts'
import { noteAllShared } from '../../src-main/site/shared-row.rows.ts'
import { sharedRecordStore } from '../../src-main/site/shared-records.rows.ts'
import { BATCH_HEADERS } from '../support/batch-files.ts'
import { countingIds } from '../support/fake-clock.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { testLedger } from '../support/ledger.ts'
import { failOver, hasPostgres } from '../support/postgres.ts'
import { docksOf, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { full } from '../support/full.ts'

const place = (
  name: string,
  change: { addressId?: string; phone?: string; notes?: string; address1?: string } = {},
) => ({
  ...(change.addressId !== undefined && { addressId: change.addressId }),
  name,
  address: {
    companyName: name,
    address1: change.address1 ?? '200 N LaSalle St',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US' as const,
    ...(change.phone !== undefined && { phone: change.phone }),
  },
  notes: change.notes ?? '',
  evenIfSimilar: true,
})
const drums = (quantity: number) => ({
  name: 'Drums',
  cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity, description: 'Drums' }],
})

async function twoDesks(
  folder = tempDir(),
  before: (a: SiteStation, b: SiteStation) => Promise<void> = async () => undefined,
) {
  const site = await testSite({ tls: null, folder })
  const [a, b] = await docksOf(site)
  await before(a, b)
  for (const desk of [a, b]) {
    await joinSite(desk)
    await until(`all of ${desk.name} to be told`, () => {
      const { db } = desk.station.stores.ledger
      const left = 'SELECT 1 FROM shared_record WHERE (is_due = 1 OR tried IS NOT NULL) AND theirs IS NULL'
      const isRead = db.prepare('SELECT records_timeline FROM site_link').pluck().get() !== null
      return isRead && db.prepare(left).get() === undefined ? true : null
    })
  }
  return { ...site, folder, a, b }
}

const addressNamed = (desk: SiteStation, name: string) =>
  until(`${name} at ${desk.name}`, async () => {
    const found = await desk.run('addressBook.list', { limit: 100 })
    return found.find((address) => address.name === name) ?? null
  })
async function pulledPlug({ site, another, origin }: Pick<TestSite, 'site' | 'another' | 'origin'>, folder: string) {
  await site.close()
  return () => another({ tls: null, folder, port: Number(new URL(origin).port) })
}

describe.skipIf(!hasPostgres)(
  'records that stations of a real site share',
  full('waits for the feed in real time; tests/site-server/shared-records.test.ts proves the versions'),
  () => {
    it('come to every station: addresses, presets, column maps, notes and people, whoever made them', async () => {
      const { a, b } = await twoDesks()
      const saved = await a.run('addressBook.save', place('Globex', { notes: 'Ring twice' }))
      await a.run('presets.save', drums(4))
      const columns = [{ header: 'PO', field: 'reference' as const }]
      await a.run('columnMaps.save', { name: 'Acme', map: { columns, numbers: 'point', dates: 'iso' } })
      const [ana] = await a.run('people.save', { name: 'Ana', role: 'supervisor', pin: '2580' })
      await a.run('people.drawBadge', { personId: ana?.personId ?? '' })
      const there = await addressNamed(b, 'Globex')
      expect(there).toMatchObject({
        addressId: saved.kind === 'saved' ? saved.address.addressId : '',
        notes: 'Ring twice',
      })
      await until('the preset', async () => ((await b.run('presets.list', {})).length === 1 ? true : null))
      await until('the map', async () => ((await b.run('columnMaps.list', {})).length === 1 ? true : null))
      await until('Ana', async () => ((await b.run('people.list', {}))[0]?.hasBadge ? true : null))
      // Her PIN is good at B, and no screen and no log was told its hash.
      await b.run('people.setRules', { isOn: true, idleMinutes: 5 })
      expect(await b.station.invoke('people.signIn', { personId: ana?.personId ?? '', pin: '2580' })).toMatchObject({
        ok: true,
      })
      // What is found by its words is found at B, too, and goes away there.
      expect(await b.run('addressBook.search', { text: 'glob', limit: 5 })).toHaveLength(1)
      await b.run('addressBook.remove', { addressId: there.addressId })
      await until('it to be gone at A', async () =>
        (await a.run('addressBook.list', { limit: 9 })).length === 0 ? true : null,
      )
      await b.run('addressBook.restore', { addressId: there.addressId })
      await addressNamed(a, 'Globex')
    })

    it('have a consignee once, whichever of them ships there', async () => {
      const { a, b } = await twoDesks()
      /** Booked there, and its consignee looked for. */
      const ship = async (desk: SiteStation, reference: string) => {
        const { bookingId } = await desk.book(reference)
        await desk.inState(bookingId, 'BOOKED')
        await until(`the consignee of ${reference} to be looked for`, () => {
          const due = desk.station.stores.ledger.db.prepare('SELECT count(*) FROM shipped_to').pluck().get()
          return due === 0 ? true : null
        })
      }
      await ship(a, 'PO-1')
      const [kept] = await a.run('addressBook.list', {})
      expect(await addressNamed(b, kept?.name ?? '')).toMatchObject({ addressId: kept?.addressId })
      // Without a quote, as PO-1 to the same place: the site compares them, and takes it.
      await ship(b, 'PO-2')
      expect(await b.run('addressBook.list', {})).toHaveLength(1)
      expect(await a.run('addressBook.list', {})).toHaveLength(1)
    })

    it('hold the edit that the site takes later; the earlier one is brought back from the audit log', async () => {
      const { a, b, ...site } = await twoDesks()
      await a.run('addressBook.save', place('Globex'))
      const { addressId } = await addressNamed(b, 'Globex')
      const plugIn = await pulledPlug(site, site.folder)
      await a.reach('offline')
      await b.reach('offline')
      // Read only, in plain words.
      expect(await a.station.invoke('addressBook.save', place('Globex', { addressId }))).toMatchObject({
        ok: false,
        error: { code: 'SITE_NEEDED' },
      })
      expect(await a.station.invoke('people.save', { name: 'Eva', role: 'packer' })).toMatchObject({
        error: { code: 'SITE_NEEDED' },
      })
      // Edits that were made before the station noticed wait, and meet when the site is back.
      const edit = (desk: SiteStation, change: { phone?: string; notes?: string }) =>
        desk.station.stores.ledger.db
          .transaction(() => {
            const db = desk.station.stores.ledger.db
            const path = change.phone === undefined ? '$.notes' : '$.address.phone'
            db.prepare('UPDATE address SET body = json_set(body, ?, ?) WHERE address_id = ?').run(
              path,
              change.phone ?? change.notes,
              addressId,
            )
            db.prepare(`UPDATE shared_record SET is_due = 1 WHERE record_id = ?`).run(addressId)
          })
          .immediate()
      edit(a, { phone: '312 555 0100' })
      edit(b, { notes: 'Gate 7' })
      await plugIn()
      type Notes = { phone: string; notes: string }
      const wordsAt = async (desk: SiteStation): Promise<Notes> => {
        const { address, notes } = await desk.run('addressBook.get', { addressId })
        return { phone: address.phone ?? '', notes }
      }
      const held = await until('one edit at both', async () => {
        const [here, there] = [await wordsAt(a), await wordsAt(b)]
        const isOne = here.phone === there.phone && here.notes === there.notes
        return isOne && (here.phone === '') !== (here.notes === '') ? here : null
      })
      const [row] = await site.db.all('SELECT version FROM shared_record')
      expect(row).toEqual({ version: 3 })
      const replaced = await until('the earlier edit in the audit log', async () => {
        for (const desk of [a, b]) {
          const { rows } = await desk.run('audit.list', { subjectKind: 'address', subjectId: addressId, limit: 50 })
          const one = rows.find(({ detail }) => {
            const before = JSON.stringify(detail['before'] ?? {})
            return before.includes(held.phone === '' ? '312 555 0100' : 'Gate 7')
          })
          if (one) return { desk, one }
        }
        return null
      })
      expect(replaced.one.detail).toMatchObject({ by: expect.stringMatching(/^Dock [AB]$/) as string })
      await replaced.desk.run('site.bringBack', { auditId: replaced.one.id })
      for (const desk of [a, b]) {
        await until(`the earlier edit at ${desk.name}`, async () => {
          const { phone, notes } = await wordsAt(desk)
          return held.phone === '' ? phone === '312 555 0100' || null : notes === 'Gate 7' || null
        })
      }
      await expect(a.run('site.bringBack', { auditId: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('count what was seen to at one desk at all, and of two words the later one, without a question', async () => {
      const { a, b, sandbox, ...site } = await twoDesks()
      const shipmentId = await bookedElsewhere(sandbox, 'PO-1')
      for (const desk of [a, b]) await desk.run('shipments.refresh', { shipmentId })
      const wordAt = (desk: SiteStation, kind: string) =>
        until(`${kind} at ${desk.name}`, async () => {
          const { attention } = await desk.run('shipments.get', { shipmentId })
          return attention?.kind === kind ? attention : null
        })
      await a.run('shipments.acknowledge', { shipmentId })
      const at = (await wordAt(b, 'acknowledged')).at

      // Said before the stations noticed that the site is away.
      const plugIn = await pulledPlug(site, site.folder)
      await a.reach('offline')
      await b.reach('offline')
      const say = (desk: SiteStation, minutes: number) => {
        const { db } = desk.station.stores.ledger
        const said = new Date(Date.parse(at) + minutes * 60_000).toISOString()
        const quietUntil = new Date(Date.parse(at) + 86_400_000 * minutes).toISOString()
        db.transaction(() => {
          db.prepare(`UPDATE shipment_attention SET kind = 'snoozed', until = ?, at = ?`).run(quietUntil, said)
          db.prepare(`UPDATE shared_record SET is_due = 1 WHERE kind = 'attention'`).run()
        }).immediate()
        return quietUntil
      }
      const later = say(a, 2)
      say(b, 1)
      await plugIn()
      for (const desk of [a, b]) {
        await until(`the later word at ${desk.name}`, async () =>
          (await wordAt(desk, 'snoozed')).until === later ? true : null,
        )
      }
    })

    it('go up when a station joins: doubles stand beside each other, and the very same are one', async () => {
      const { a, b } = await twoDesks(undefined, async (first, second) => {
        await first.run('presets.save', drums(4))
        await first.run('addressBook.save', place('Globex'))
        await first.run('addressBook.save', place('Initech', { address1: '1 Main St' }))
        await second.run('presets.save', drums(6))
        await second.run('addressBook.save', place('Globex'))
        await second.run('addressBook.save', place('Initech West', { address1: '1 Main Street' }))
        await second.run('addressBook.save', place('Umbrella', { address1: '7 Elm St' }))
      })
      await addressNamed(a, 'Umbrella')
      await addressNamed(a, 'Initech West')
      for (const desk of [a, b]) {
        const names = await until(`all presets at ${desk.name}`, async () => {
          const found = await desk.run('presets.list', {})
          return found.length === 2 ? found.map(({ name, cargo }) => `${name} ${cargo[0]?.quantity}`) : null
        })
        expect(names).toEqual(['Drums 4', expect.stringMatching(/^Drums \(.+\) 6$/)])
        const addresses = await desk.run('addressBook.list', { limit: 100 })
        expect(addresses.map(({ name }) => name).toSorted()).toEqual(['Globex', 'Initech', 'Initech West', 'Umbrella'])
      }
      // Leaving, it has a copy of all, and edits it by itself.
      await b.run('site.leave', { openAtSite: 0 })
      expect(await b.run('presets.list', {})).toHaveLength(2)
      await b.run('presets.save', drums(9))
      expect(b.station.stores.ledger.db.prepare('SELECT count(*) FROM shared_record').pluck().get()).toBe(0)
    })

    it('are told again by who made them when the site’s database has lost them', async () => {
      const { a, b, db } = await twoDesks()
      await a.run('addressBook.save', place('Globex'))
      await addressNamed(b, 'Globex')
      const { addressId } = await addressNamed(a, 'Globex')
      const early = await db.all('SELECT version FROM shared_record')
      expect(early).toEqual([{ version: 1 }])
      await b.run('addressBook.save', place('Globex', { addressId, notes: 'Gate 7' }))
      await until('it at A', async () =>
        (await a.run('addressBook.get', { addressId })).notes === 'Gate 7' ? true : null,
      )
      // The database goes back to before the second edit, as another past.
      await db.run(`UPDATE shared_record SET version = 1, body = json_build_object('name', 'Globex', 'address', body->'address',
      'roles', body->'roles', 'accessorials', body->'accessorials', 'dock', body->'dock', 'notes', ''),
      station_id = (SELECT station_id FROM station WHERE name = 'Dock A')`)
      await db.run('DELETE FROM shared_edit WHERE version = 2')
      await failOver(db)
      await until('the site to have it again', async () => {
        const [row] = await db.all(`SELECT version, body->>'notes' AS notes FROM shared_record`)
        return JSON.stringify(row) === JSON.stringify({ version: 2, notes: 'Gate 7' }) ? row : null
      })
      await until('A to have it again', async () =>
        (await a.run('addressBook.get', { addressId })).notes === 'Gate 7' ? true : null,
      )
    })
  },
)

describe('records that an older version left for a person to pick', () => {
  it('are decided by the rule of today when the station tells the site next, and nothing of either is lost', async () => {
    const { clock, db } = await testLedger()
    const under = { timeline: 't1', stationId: 'stn_a' }
    const store = sharedRecordStore(db, clock)
    const by = { stationId: 'stn_b', stationName: 'Dock B', person: 'Ana', at: clock.now().toISOString() }
    const reported = (recordId: string, quantity: number, version: number): SharedRecord => ({
      ...{ kind: 'preset', recordId, version, body: { ...drums(quantity), name: recordId } },
      ...by,
    })
    await store.merge([reported('one', 4, 1), reported('two', 4, 1)], under)
    const open = db.prepare(
      'UPDATE shared_record SET is_due = 1, version = @version, theirs = @theirs WHERE record_id = @id',
    )
    open.run({ id: 'one', version: 1, theirs: JSON.stringify(reported('one', 9, 2)) })
    // Two of one name: the site's is another record.
    const other: SharedRecord = { ...reported('two', 9, 1), recordId: 'other' }
    open.run({ id: 'two', version: 0, theirs: JSON.stringify(other) })
    expect(await store.isWaiting()).toBe(true)
    const edits = await store.take(10, countingIds())
    expect(edits.map(({ recordId, base, body }) => [recordId, base, body?.['name']])).toEqual([
      ['one', 2, 'one'],
      ['two', 0, 'two (two)'],
    ])
    expect(db.prepare('SELECT preset_id, name FROM preset ORDER BY name').all()).toMatchObject([
      { name: 'one' },
      { preset_id: 'other', name: 'two' },
      { preset_id: 'two' },
    ])
    const kept = db
      .prepare(`SELECT id, action, detail FROM audit WHERE action IN ('overwritten', 'renamed') ORDER BY id`)
      .all()
    expect(kept).toEqual([
      { id: expect.any(Number), action: 'overwritten', detail: expect.stringContaining('"quantity":9') },
      { id: expect.any(Number), action: 'renamed', detail: expect.stringContaining('"before":{"name":"two"') },
    ])
  })
})

describe('a record whose name another one has', () => {
  it('is named apart, and can be read however long its name was', async () => {
    const { clock, db } = await testLedger()
    const id = `rec_${'0'.repeat(32)}`
    const map = suggestMap(BATCH_HEADERS, 'en')
    if (!map) throw new Error('the headers are known')
    const named = (long: string) => {
      const person = { name: long.slice(0, 40), role: 'supervisor', badgeHash: null, pinHash: null } as const
      sharedTable('preset').write(db, clock.now(), id, { ...drums(4), name: long })
      sharedTable('column_map').write(db, clock.now(), id, { name: long, map })
      sharedTable('person').write(db, clock.now(), id, person)
      return (['preset', 'column_map', 'person'] as const).map((kind) => {
        sharedTable(kind).resolveNameClash(db, id)
        return z.object({ name: z.string() }).parse(sharedTable(kind).read(db, id)).name
      })
    }
    const ofId = ` (${id})`
    expect(named('x'.repeat(80))).toEqual([
      'x'.repeat(80 - ofId.length) + ofId,
      'x'.repeat(80 - ofId.length) + ofId,
      `${'x'.repeat(31)} 00000000`,
    ])
    for (const name of named('📦'.repeat(40))) expect(name).toMatch(/^📦.*0\)?$/u)
  })
})

describe('a record that was on its way to the site while its person was forgotten', () => {
  it('is sent again without them, once', async () => {
    const { clock, dataDir: dir, db } = await testLedger()
    const everybody = createBlanker([])
    blankOnWrite(db, everybody)
    const under = { timeline: 't1', stationId: 'stn_a' }
    let last = 1000
    const ids = { next: (prefix: string) => `${prefix}_${++last}` }
    const store = sharedRecordStore(db, clock)
    const { name, address, notes } = place('Xóchitl Womack')
    const body = { name, address, notes, roles: [], accessorials: [], dock: {} }
    await inTransaction(db, () => {
      sharedTable('address').write(db, clock.now(), 'adr_forgotten', body)
      noteAllShared(db, clock.now(), 'embedded')
    })
    const [sent] = await store.take(10, ids)
    if (sent === undefined) throw new Error('nothing is due')

    const forgotten = forgottenStore(db, clock, { files: systemFiles, path: join(dir, 'forgotten.json') })
    const { added } = await forgotten.begin(personSchema.parse({ names: ['Xóchitl Womack'] }), 'asked')
    everybody.add(added)
    const rows = forgetInLedger({ db, bytes: labelBytes(db, clock) })
    for await (const _ of rows.walk(createBlanker(added), { isDry: false }));

    const taken = ({ editId, base, body }: SharedEdit): EditAnswer => ({
      ...{ answer: 'taken', editId, version: base + 1 },
      record: {
        ...{
          kind: 'address',
          recordId: 'adr_forgotten',
          version: base + 1,
          body,
          stationId: 'stn_a',
          stationName: 'Dock A',
        },
        ...{ person: null, at: clock.now().toISOString() },
      },
    })
    await store.settle([sent], [taken(sent)], under)
    const [again] = await store.take(10, ids)
    expect(again).toMatchObject({ recordId: 'adr_forgotten', base: 1, body: { name: '•••' } })
    if (again === undefined) throw new Error('it is not sent again')
    await store.settle([again], [taken(again)], under)
    expect(await store.isWaiting()).toBe(false)
  })
})
