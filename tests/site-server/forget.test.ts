import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBlanker, keysOf } from '../../src-main/data/forget/blank.ts'
import { forgetInSite, SITE_TEXTS, type UnderWayThere } from '../../src-main/site-server/forget/forget-site.rows.ts'
import { siteForgotten } from '../../src-main/site-server/forget/forgotten.rows.ts'
import { personSchema } from '../../src-shared/station/app/forget.ts'
import { hasPostgres, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

const person = personSchema.parse({ names: ['Globex Corporation'] })
const keysAt = (at: string) => keysOf(person, 'a'.repeat(64), at)
const keys = keysAt('2026-11-30T10:00:00.000Z')

/** Tables with texts in which no consignee can be named, and why. */
const NAMES_NOBODY: Record<string, string> = {
  act: 'ids and hashes',
  document_bytes: 'bytes of labels, which go with the booking',
  enrol_code: 'hashes',
  errand_station: 'codes, and who works here',
  feed: 'ids',
  feed_pending: 'ids',
  forgotten: 'salted hashes',
  label: 'ids and hashes',
  label_missing: 'ids',
  manifest: 'signed: it stays',
  manifest_shipment: 'ids',
  sender: 'the site itself',
  shared_edit: 'ids and hashes',
  station: 'stations, and who works here',
}

describe.skipIf(!hasPostgres)('forgetting a person at a site', () => {
  it('looks at every table, or it is said here why not', async () => {
    const { db } = await testDatabase()
    const rows = await db.all(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('text', 'json', 'jsonb', 'bytea') ORDER BY 1`,
    )
    const names = z.array(z.object({ name: z.string() })).parse(rows)
    const looked = SITE_TEXTS.map(({ table }) => table)
    expect(names.map(({ name }) => name).filter((name) => !(name in NAMES_NOBODY) && !looked.includes(name))).toEqual(
      [],
    )
    expect(looked.filter((table) => table in NAMES_NOBODY)).toEqual([])
  })

  it('leaves what is open or on its way as it is, and blanks it when that is over', async () => {
    const { db, station } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    await a.upload(item)
    const { course } = await a.seen(item.booking.bookingId, (booking) => booking.course.state === 'BOOKED')
    const shipmentId = course.shipmentId ?? ''
    await until('its label', async () => ((await db.all('SELECT 1 FROM label')).length > 0 ? true : null))
    let status: ReturnType<UnderWayThere['statusOf']> = null
    const rows = forgetInSite(db, {
      statusOf: () => status,
      *underWay() {
        if (status === 'under-way') yield [shipmentId]
      },
    })
    const blanker = createBlanker(keys)
    const walked = async () => {
      let [count, needed] = [0, 0]
      for await (const named of rows.walk(blanker)) {
        if (named.place !== 'bookings') continue
        count += named.count
        needed += named.needed
      }
      return { count, needed }
    }
    const consignee = async () =>
      z
        .object({ name: z.string(), labels: z.int() })
        .parse(
          await db.one(
            `SELECT request -> 'consigneeInfo' ->> 'companyName' AS name, (SELECT count(*) FROM label) AS labels FROM booking`,
          ),
        )
    // Nothing is known of the shipment: it was booked a moment ago, or the site's copy is filled again.
    expect(await walked()).toEqual({ count: 0, needed: 1 })
    const age = (days: number) =>
      db.run(
        `UPDATE booking SET created_at = created_at - $1 * interval '1 day', updated_at = updated_at - $1 * interval '1 day'`,
        days,
      )
    await age(300)
    expect(await walked()).toEqual({ count: 0, needed: 1 })
    await age(-300)
    status = 'under-way'
    expect(await walked()).toEqual({ count: 0, needed: 1 })
    expect(await rows.needed(blanker)).toEqual([{ need: 'under-way', what: 'PO-1' }])
    status = 'ended'
    await db.run(`UPDATE booking SET state = 'UNKNOWN'`)
    expect(await walked()).toEqual({ count: 0, needed: 1 })
    expect(await rows.needed(blanker)).toEqual([{ need: 'open-booking', what: 'PO-1' }])
    expect(await consignee()).toMatchObject({ name: 'Globex Corporation' })
    await db.run(`UPDATE booking SET state = 'BOOKED'`)
    // It was forgotten before, and came back: what was booked since stays.
    for await (const { count, needed } of rows.walk(createBlanker(keysAt('2026-10-01T00:00:00.000Z')))) {
      expect({ count, needed }).toEqual({ count: 0, needed: 0 })
    }
    expect(await rows.needed(blanker)).toEqual([])
    expect(await walked()).toEqual({ count: 1, needed: 0 })
    expect(await consignee()).toEqual({ name: '•••', labels: 0 })
    expect(await db.all('SELECT 1 FROM document_bytes')).toEqual([])
    expect(await walked()).toEqual({ count: 0, needed: 0 })
  })

  it('is asked once however often it is told, again for a later time, and again when a station is done', async () => {
    const { db } = await testDatabase()
    await siteRow(db, 'embedded')
    await testSiteStation(db, 'stn_1')
    const list = siteForgotten(db)
    const upTo = await list.take({ keys, reason: null })
    expect(await list.take({ keys, reason: null })).toBe(upTo)
    const first = await list.status()
    expect(first).toMatchObject({ dueFrom: upTo, asked: 1, upTo })
    expect(await list.mustForget(0)).toBe(true)

    // Who looks is asked again meanwhile: it was not the last look.
    await list.done('stn_1', upTo)
    expect(await list.end(first.asked, { bookings: 1 })).toBe(false)
    expect(await list.end((await list.status()).asked, { bookings: 1 })).toBe(true)
    expect((await list.status()).dueFrom).toBeNull()
    // A station that has no news is nothing to look for.
    await list.done('stn_1', upTo)
    expect((await list.status()).dueFrom).toBeNull()

    const later = keys.map((key) => ({ ...key, at: '2026-12-01T00:00:00.000Z' }))
    const next = await list.take({ keys: later, reason: 'asked again' })
    expect(next).toBeGreaterThan(upTo)
    expect(await list.take({ keys, reason: null })).toBe(next)
    expect(await list.page(0)).toEqual({ keys: later, next, hasMore: false })
    expect(await list.since(upTo)).toEqual(later)
    const rows = await db.all(`SELECT action FROM audit WHERE subject_id = 'forgotten' ORDER BY seq`)
    expect(
      z
        .array(z.object({ action: z.string() }))
        .parse(rows)
        .map(({ action }) => action),
    ).toEqual(['forgetting begun', 'forgotten at station', 'person forgotten', 'forgetting begun'])
  })
})
