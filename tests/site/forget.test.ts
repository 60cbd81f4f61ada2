import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isEnded } from '../../src-shared/machine/shipment.ts'
import type { SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { aStation, docksOf, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { full } from '../support/full.ts'

const DAY = 24 * 60 * 60 * 1000
const NAME = 'Xóchitl Quetzalwomack'
const PHONE = '(956) 555-0182'
const EMAIL = 'xq@vulpecula-zander.example'
const COMPANY = 'Vulpecula-Zander Quetzalwomack Hardware'
const person = { names: [NAME], phones: [PHONE], emails: [EMAIL], others: [COMPANY] }
const forgetThem = { person, reason: `asked by ${NAME}`, isCertain: true } as const
/** In the bytes of a file, also where a search index has cut what two words begin with. */
const TRACES = /quetzalwoma|etzalwomack|555-?0182|vulpecula-?zan/i

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(ledger|cache)\.db(-wal)?$/.test(name))
const leftoversIn = (folder: string): string[] =>
  filesBelow(folder).filter((name) => TRACES.test(readFileSync(join(folder, name)).toString('latin1')))

async function tracesAt(db: SiteDatabase): Promise<string[]> {
  const tables = z
    .array(z.object({ name: z.string() }))
    .parse(await db.all(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`))
  const found: string[] = []
  for (const { name } of tables) {
    const rows = z.array(z.object({ text: z.string() })).parse(await db.all(`SELECT t::text AS text FROM ${name} t`))
    if (rows.some(({ text }) => TRACES.test(text))) found.push(name)
  }
  const bytes = z
    .array(z.object({ bytes: z.instanceof(Uint8Array) }))
    .parse(await db.all('SELECT bytes FROM document_bytes'))
  return bytes.some((each) => TRACES.test(Buffer.from(each.bytes).toString('latin1'))) ? [...found, 'labels'] : found
}

const auditOf = async (db: SiteDatabase, action: string): Promise<unknown[]> =>
  db.all(
    `SELECT s.name AS station, a.detail FROM audit a LEFT JOIN station s USING (station_id)
     WHERE subject_id = 'forgotten' AND action = $1 ORDER BY seq`,
    action,
  )

const address = {
  ...{ companyName: COMPANY, contactName: NAME, phone: PHONE, email: EMAIL },
  ...{ address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' as const },
}

async function twoDesks() {
  const folder = tempDir()
  const site = await testSite({ tls: null, folder })
  const codes = { code: () => site.site.enrolCode([site.origin]) }
  const [a, b] = await docksOf(site)
  await joinSite(a, b)
  return { ...site, folder, a, b, desk: (name: string) => aStation(codes, name, { clock: site.sandbox.clock }) }
}

/** Booked at one desk for the person, written about, and known at the other with its label. */
async function ship(desk: SiteStation, other: SiteStation): Promise<string> {
  const quote = await desk.run('quotes.request', palletsToChicago({ destinationAddress: address }))
  const consigneeInfo = { companyName: `${NAME} Home`, contactName: NAME.toUpperCase(), phone: PHONE, email: EMAIL }
  const details = { reference: 'PO-77', consigneeInfo, instructions: `Call ${NAME}, 956.555.0182` }
  const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, details))
  const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
  if (shipmentId === null) throw new Error('it has no shipment')
  for (const each of [desk, other]) {
    await until(`the shipment at ${each.name}`, async () => {
      await each.run('tracking.sync', {})
      return (await each.station.invoke('shipments.get', { shipmentId })).ok ? true : null
    })
  }
  await desk.run('shipments.note', { shipmentId, text: `${NAME} wants a call at ${PHONE}` })
  await desk.run('addressBook.save', { name: NAME, address, evenIfSimilar: true })
  for (const each of [desk, other]) {
    const { db } = each.station.stores.ledger
    await until(`label, note and address at ${each.name}`, () => {
      const rows = db
        .prepare(
          `SELECT (SELECT count(*) FROM label WHERE shipment_id = @shipmentId)
             + (SELECT count(*) FROM shipment_note) + (SELECT count(*) FROM address) AS n`,
        )
        .pluck()
        .get({ shipmentId })
      return typeof rows === 'number' && rows >= 3 ? true : null
    })
  }
  return shipmentId
}

/** When the site moved last what it has told this station of its booking. */
const reportedAt = ({ station }: SiteStation): string =>
  z.string().parse(station.stores.ledger.db.prepare('SELECT max(site_at) FROM hand_over').pluck().get())

const seesItsEnd = (desk: SiteStation, shipmentId: string) =>
  until(`the end of its way at ${desk.name}`, async () => {
    await desk.run('tracking.sync', {})
    const { shipment } = await desk.run('shipments.get', { shipmentId })
    return isEnded(shipment) ? true : null
  })

const hasForgotten = (db: SiteDatabase, ...names: string[]) =>
  until(`${names.join(', ')} to have forgotten, and the site`, async () => {
    const rows = await db.all(
      `SELECT 1 FROM station WHERE name = ANY($1) AND forgotten_to = (SELECT max(seq) FROM forgotten)`,
      names,
    )
    const [due] = await db.all('SELECT 1 FROM sender WHERE forget_from IS NOT NULL')
    return rows.length === names.length && due === undefined ? true : null
  })

describe.skipIf(!hasPostgres)('a person who is forgotten at one station of a site', () => {
  it('is forgotten at the site and at every other, also at one that was off and one that joins with a ledger of its own', async () => {
    const { a, b, db, sandbox, folder, desk } = await twoDesks()
    const shipmentId = await ship(a, b)

    // B knows of the booking by the site alone: the site says that it is still needed.
    const looked = await b.run('maintenance.lookForPerson', { person })
    expect(looked.needed).toEqual([{ need: 'under-way', what: 'PO-77' }])
    expect(looked.atSite).toEqual({ siteName: 'Laredo', stations: ['Dock A', 'Dock B'] })
    await expect(b.run('maintenance.forgetPerson', forgetThem)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await tracesAt(db)).toEqual(expect.arrayContaining(['booking', 'shared_record', 'labels']))

    await sandbox.jump(60 * DAY)
    await seesItsEnd(a, shipmentId)
    await seesItsEnd(b, shipmentId)
    await b.close()
    expect(leftoversIn(b.dataDir)).not.toEqual([])
    await a.run('maintenance.forgetPerson', forgetThem)
    await hasForgotten(db, 'Dock A')
    expect(await tracesAt(db)).toEqual([])
    expect(leftoversIn(a.dataDir)).toEqual([])
    expect(leftoversIn(folder)).toEqual([])

    await b.restart()
    await hasForgotten(db, 'Dock A', 'Dock B')
    await until('no trace at Dock B', () => (leftoversIn(b.dataDir).length === 0 ? true : null))
    const { rows } = await b.run('audit.list', { subjectKind: 'ledger', subjectId: 'person' })
    expect(rows.map(({ action }) => action)).toEqual(['person forgotten', 'forgetting begun'])

    const c = await desk('Dock C')
    await c.run('addressBook.save', { name: NAME, address })
    await c.enrol()
    await hasForgotten(db, 'Dock A', 'Dock B', 'Dock C')
    await until('no trace anywhere', async () =>
      [a, b, c].every(({ dataDir }) => leftoversIn(dataDir).length === 0) && (await tracesAt(db)).length === 0
        ? true
        : null,
    )

    const reason = { detail: JSON.stringify({ reason: 'asked by •••' }) }
    expect(await auditOf(db, 'forgetting begun')).toEqual([{ station: 'Dock A', ...reason }])
    expect(await auditOf(db, 'forgotten at station')).toMatchObject(
      ['Dock A', 'Dock B', 'Dock C'].map((station) => ({ station })),
    )
    expect(await auditOf(db, 'person forgotten')).not.toEqual([])
    expect(existsSync(join(folder, 'tracking', 'forgotten-to'))).toBe(true)
  })

  it(
    'waits for the site on an island, where what was told before is still found',
    full('waits for the link in real time; tests/site-server/forget.test.ts proves what goes'),
    async () => {
      const { a, b, site, sandbox } = await twoDesks()
      const shipmentId = await ship(a, b)
      await sandbox.jump(60 * DAY)
      await seesItsEnd(a, shipmentId)
      await site.close()
      await a.reach('offline')
      const looked = await a.run('maintenance.lookForPerson', { person })
      expect(looked).toMatchObject({ needed: [], atSite: null })
      await expect(a.run('maintenance.forgetPerson', forgetThem)).rejects.toMatchObject({ code: 'SITE_NEEDED' })
      expect(leftoversIn(a.dataDir)).not.toEqual([])
    },
  )

  it('and came back is kept as they are named since, also when one more station joins', async () => {
    const { a, b, db, desk } = await twoDesks()
    await a.run('addressBook.save', { name: NAME, address })
    await a.run('maintenance.forgetPerson', forgetThem)
    await hasForgotten(db, 'Dock A', 'Dock B')
    const shipmentId = await ship(b, a)
    const booked = { consignee: `${NAME} Home`, name: NAME, note: `${NAME} wants a call at ${PHONE}` }
    const named = z.object({ name: z.string(), note: z.string(), hasLabel: z.literal(1) })
    /** What stands there of who came back, as soon as all of it does. */
    const known = (at: SiteStation) =>
      until(`who came back at ${at.name}`, () => {
        const { db: ledger } = at.station.stores.ledger
        const row = ledger
          .prepare(
            `SELECT coalesce((SELECT request ->> '$.consigneeInfo.companyName' FROM booking),
               (SELECT record ->> '$.wire.request.consigneeInfo.companyName' FROM site_booking)) AS consignee,
             (SELECT max(name) FROM address WHERE name NOT LIKE '%•%') AS name, (SELECT text FROM shipment_note) AS note,
             (SELECT sum(length(bytes)) > 0 FROM document_bytes) AS hasLabel`,
          )
          .get()
        return named.safeParse(row).success ? row : null
      })
    for (const at of [a, b]) expect(await known(at), at.name).toEqual({ ...booked, hasLabel: 1 })

    const c = await desk('Dock C')
    await c.run('addressBook.save', { name: NAME, address: { ...address, address1: '1 Old Rd' } })
    await c.enrol()
    await hasForgotten(db, 'Dock A', 'Dock B', 'Dock C')
    await until('the label at Dock C', () =>
      c.station.stores.ledger.db.prepare('SELECT 1 FROM label').get() === undefined ? null : true,
    )
    for (const at of [a, b, c]) expect(await known(at), at.name).toEqual({ ...booked, hasLabel: 1 })
    const shared = await db.all(`SELECT body ->> 'name' AS name FROM shared_record WHERE kind = 'address' ORDER BY seq`)
    expect(shared).toEqual([{ name: '•••' }, { name: NAME }, { name: '•••' }])
    expect(await db.all(`SELECT request -> 'consigneeInfo' ->> 'companyName' AS name FROM booking`)).toEqual([
      { name: booked.consignee },
    ])
    expect((await c.run('shipments.get', { shipmentId })).shipment.shipmentId).toBe(shipmentId)
  })

  it('does not come back with what the site tells that still has them', async () => {
    const { a, db, b, sandbox } = await twoDesks()
    const shipmentId = await ship(a, b)
    const [old] = z
      .array(z.object({ request: z.string(), summary: z.string() }))
      .parse(await db.all('SELECT request, summary FROM booking'))
    await sandbox.jump(60 * DAY)
    for (const at of [a, b]) await seesItsEnd(at, shipmentId)
    await a.run('maintenance.forgetPerson', forgetThem)
    await hasForgotten(db, 'Dock A', 'Dock B')

    const before = reportedAt(a)
    await db.run('UPDATE booking SET request = $1, summary = $2, updated_at = site_now()', old?.request, old?.summary)
    await db.run(`INSERT INTO feed_pending (kind, key) SELECT 'booking', booking_id FROM booking`)
    await until('the site to have told it', () => (reportedAt(a) > before ? true : null))
    expect(await tracesAt(db)).toEqual(['booking'])
    expect(leftoversIn(a.dataDir)).toEqual([])
  })

  it(
    'is told again by every station when the site lost who that was',
    full('waits for the link in real time; tests/site-server/forget.test.ts proves what goes'),
    async () => {
      const { a, db } = await twoDesks()
      await a.run('addressBook.save', { name: NAME, address })
      await a.run('maintenance.forgetPerson', forgetThem)
      await hasForgotten(db, 'Dock A', 'Dock B')
      // A backup from before is put back: another past, and nobody of it was forgotten.
      await db.run('DELETE FROM forgotten')
      await db.run('UPDATE station SET forgotten_to = 0')
      await db.run(`UPDATE sender SET nonce = 'another'`)
      await until('the list', async () => {
        const rows = await db.all('SELECT 1 FROM forgotten')
        return rows.length === 4 ? true : null
      })
      await hasForgotten(db, 'Dock A', 'Dock B')
    },
  )
})
