import { describe, expect, it } from 'vitest'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { failOver, hasPostgres } from '../support/postgres.ts'
import { aStation, type SiteStation } from '../support/site-stations.ts'
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
  const codes = { code: () => site.site.enrolCode([site.origin]) }
  const options = { clock: site.sandbox.clock }
  const [a, b] = [await aStation(codes, 'Dock A', options), await aStation(codes, 'Dock B', options)]
  await before(a, b)
  for (const desk of [a, b]) {
    await desk.enrol()
    await desk.reach('online')
    await until(`all of ${desk.name} to be told`, () => {
      const { db } = desk.station.stores.ledger
      const left = 'SELECT 1 FROM shared_record WHERE (is_due = 1 OR tried IS NOT NULL) AND theirs IS NULL'
      const isRead = db.prepare('SELECT records_timeline FROM site_link').pluck().get() !== null
      return isRead && db.prepare(left).get() === undefined ? true : null
    })
  }
  return { ...site, folder, a, b }
}

const conflictsOf = (desk: SiteStation, count: number) =>
  until(`${count} conflicts at ${desk.name}`, async () => {
    const found = await desk.run('site.conflicts', {})
    return found.length === count ? found : null
  })
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
  full('waits for the feed in real time; tests/site/shared-records.test.ts proves the versions'),
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

    it('are kept both where two stations edit one: a person picks field by field', async () => {
      const { a, b, ...site } = await twoDesks()
      await a.run('addressBook.save', place('Globex'))
      const { addressId } = await addressNamed(b, 'Globex')
      const plugIn = await pulledPlug(site, site.folder)
      await a.reach('island')
      await b.reach('island')
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
      const desk = await until('one of them to be asked', async () => {
        for (const one of [a, b]) if ((await one.run('site.conflicts', {})).length > 0) return one
        return null
      })
      const [conflict] = await conflictsOf(desk, 1)
      expect(conflict).toMatchObject({ kind: 'address', name: 'Globex', isDouble: false, version: 2 })
      expect(conflict?.fields.map(({ path }) => path).toSorted()).toEqual(['address.phone', 'notes'])
      // Nothing was overwritten: it says here what was said here.
      const view = await desk.run('site.view', {})
      expect(view).toMatchObject({ conflicts: 1 })
      const [mineField, theirField] = desk === a ? ['address.phone', 'notes'] : ['notes', 'address.phone']
      expect(conflict?.fields.find(({ path }) => path === mineField)?.mine).not.toBeNull()
      expect(
        await desk.station.invoke('site.settleConflict', {
          kind: 'address',
          recordId: addressId,
          version: 1,
          answer: 'theirs',
        }),
      ).toMatchObject({ error: { code: 'WRONG_STATE' } })
      const left = await desk.run('site.settleConflict', {
        ...{ kind: 'address', recordId: addressId, version: 2 },
        ...{ answer: 'pick', theirs: [theirField] },
      })
      expect(left).toEqual([])
      for (const one of [a, b]) {
        const merged = await until(`both words at ${one.name}`, async () => {
          const found = await one.run('addressBook.get', { addressId })
          return found.notes === 'Gate 7' && found.address.phone === '312 555 0100' ? found : null
        })
        expect(merged.name).toBe('Globex')
      }
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
      await a.reach('island')
      await b.reach('island')
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
        expect(await desk.run('site.conflicts', {})).toEqual([])
      }
    })

    it('go up when a station joins; doubles are asked about, and the very same are one', async () => {
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
      const conflicts = await conflictsOf(b, 2)
      expect(conflicts.map(({ kind, name, isDouble }) => [kind, name, isDouble])).toEqual([
        ['address', 'Initech West', true],
        ['preset', 'Drums', true],
      ])
      const [address, preset] = conflicts
      await b.run('site.settleConflict', {
        ...{ kind: 'address', recordId: address?.recordId ?? '', version: address?.version ?? 0, answer: 'both' },
      })
      await b.run('site.settleConflict', {
        ...{ kind: 'preset', recordId: preset?.recordId ?? '', version: preset?.version ?? 0 },
        ...{ answer: 'both', name: 'Drums of B' },
      })
      await addressNamed(a, 'Initech West')
      for (const desk of [a, b]) {
        const names = await until(`all presets at ${desk.name}`, async () => {
          const found = await desk.run('presets.list', {})
          return found.length === 2 ? found.map(({ name, cargo }) => `${name} ${cargo[0]?.quantity}`) : null
        })
        expect(names).toEqual(['Drums 4', 'Drums of B 6'])
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
      for (const desk of [a, b]) expect(await desk.run('site.conflicts', {})).toEqual([])
    })
  },
)
