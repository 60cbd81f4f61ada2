import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LEAST_VERSION } from '../../src-main/site-server/site-controller.ts'
import { SITE_MIGRATIONS } from '../../src-main/site-server/migrate.ts'
import { siteStations } from '../../src-main/site-server/stations.rows.ts'
import { hasPostgres } from '../support/postgres.ts'
import { stationOf, testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { full } from '../support/full.ts'

const STATIONS = 20
const OLD = '0.0.9'
const NEW = LEAST_VERSION
/** What each hands over before, while and after the site is updated. */
const EACH = 3

/** The last step, and what undoes it: whoever adds a step undoes that one here. */
const LAST_STEP = { version: 14, undone: 'ALTER TABLE sender DROP COLUMN backup' }

/** The tables as the version before made them. */
async function beforeLastStep(db: TestSite['db']): Promise<void> {
  await db.run(LAST_STEP.undone)
  await db.run('DELETE FROM site_migration WHERE version = $1', LAST_STEP.version)
}

it('the last step of the tables is the one that is undone here', () => {
  expect(SITE_MIGRATIONS).toHaveLength(LAST_STEP.version)
})

const referenceOf = (name: string, item: number): string => `${name.replace(' ', '')}-${item}`

describe.skipIf(!hasPostgres)(
  'a site that is updated while its stations work',
  full('twenty stations; tests/site-server/migrate.test.ts proves each step'),
  () => {
    it('goes to its next tables under twenty of them, loses and doubles nothing, and tells old ones to update', async () => {
      const { db, site, origin, station, another, atService } = await testSite()
      const stations = await Promise.all(Array.from({ length: STATIONS }, (_, n) => station(`Dock ${n + 1}`)))
      await beforeLastStep(db)
      const versionOf = (n: number) => (n % 2 === 0 ? OLD : NEW)
      const beat = { waiting: 0, person: null, printers: [], islandSince: null }
      let known = [origin]
      let phase = 0
      const reported: string[] = []

      /** As a station does: by whichever address answers, again until it is taken. */
      const work = async ({ token, name, item: itemOf }: (typeof stations)[number], n: number) => {
        for (let item = 0; item < EACH; item++) {
          const given = await itemOf(referenceOf(name, item))
          await until(`phase ${item}`, () => (phase >= item ? true : null))
          await until(`${name} to be heard`, async () => {
            for (const each of known) {
              const as = stationOf(each, token)
              try {
                await as.post('beat', { ...beat, version: versionOf(n) })
                const { answers } = await as.post('upload', { items: [given] })
                reported.push(...answers.map(({ answer }) => answer))
                return answers[0]?.answer === 'taken' ? true : null
              } catch (error) {
                // That process has ended, and another is served at the next address.
                if (error instanceof TypeError) continue
                throw error
              }
            }
            return null
          })
        }
      }
      const working = Promise.all(stations.map(work))
      const handedOver = (count: number) =>
        until(`${count} bookings`, async () => {
          const [row] = z.array(z.object({ n: z.int() })).parse(await db.all('SELECT count(*) AS n FROM booking'))
          return row !== undefined && row.n >= count ? true : null
        })
      await handedOver(STATIONS)

      phase = 1
      const next = await another()
      known = [origin, `${next.scheme}://127.0.0.1:${next.port}`]
      await handedOver(2 * STATIONS)
      expect(await db.all('SELECT max(version) AS version FROM site_migration')).toEqual([
        { version: SITE_MIGRATIONS.length },
      ])
      await site.close()
      phase = 2
      await working

      expect(reported.filter((answer) => answer !== 'taken')).toEqual([])
      const status = () =>
        db.all('SELECT s.name, b.state, count(*) AS n FROM booking b JOIN station s USING (station_id) GROUP BY 1, 2')
      await until('all to be booked', async () => {
        const rows = z.array(z.object({ state: z.string() })).parse(await status())
        return rows.every(({ state }) => state === 'BOOKED') ? true : null
      })
      expect(await status()).toHaveLength(STATIONS)
      expect(new Set(await status())).toEqual(new Set(stations.map(({ name }) => ({ name, state: 'BOOKED', n: EACH }))))
      for (const { name } of stations) {
        for (let item = 0; item < EACH; item++) expect(await atService(referenceOf(name, item))).toHaveLength(1)
      }

      const rows = await siteStations(db).list(LEAST_VERSION)
      expect(new Set(rows.filter(({ isOutOfDate }) => isOutOfDate).map(({ name }) => name))).toEqual(
        new Set(stations.filter((_, n) => versionOf(n) === OLD).map(({ name }) => name)),
      )
      for (const { token } of stations) {
        expect(await stationOf(known[1] ?? '', token).state()).toMatchObject({ leastVersion: LEAST_VERSION })
      }
    })
  },
)
