import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { directBooking, aStation } from '../support/site-stations.ts'
import { hasPostgres } from '../support/postgres.ts'
import { testSite } from '../support/test-site.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : hasPostgres ? '' : 'skipped: no PostgreSQL'
const RESTING = { waiting: 0, hasTrouble: false, unknown: 0, problem: null }

describe.skipIf(why !== '')(
  `The fleet of a site ${why}`.trim(),
  full('a site and two stations; tests/site-server and tests/site prove what they exchange'),
  () => {
    it('shows every station, takes settings to them, and lets another join by its code', async () => {
      const { site, origin, station, sandbox, db } = await testSite()
      const codes = { code: () => site.enrolCode([origin]) }
      const bench = await aStation(codes, 'Bench 5', { clock: sandbox.clock })
      await bench.enrol()
      // Stations that tell how they are, and one that nobody has heard of for a while.
      const overview = [
        { name: 'Bench 2', person: 'Luis Ortega', waiting: 0, labels: 4, problem: 'Paper is out.' },
        { name: 'Dock 1', person: null, waiting: 7, labels: 0, problem: null },
        { name: 'Cold room', person: 'Inés Cantú', waiting: 0, labels: 0, problem: null },
      ]
      for (const { name, person, waiting, labels, problem } of overview) {
        const one = await station(name)
        const trouble = { waiting: labels, hasTrouble: problem !== null, unknown: problem === null ? 0 : 1, problem }
        const printers = [{ ...RESTING, printerId: `prn_${name}`, name: `Zebra ${name}`, ...trouble }]
        await one.post('beat', { version: '0.1.0', waiting, person, printers, islandSince: null, differs: [] })
      }
      await db.run(`UPDATE station SET seen_at = site_now() - interval '18 minutes' WHERE name = 'Dock 1'`)
      await db.run(
        `UPDATE station SET last_island = json_build_object('since', '2026-10-21T18:04:00Z', 'until', '2026-10-21T18:22:00Z')
       WHERE name = 'Cold room'`,
      )
      const app = await openApp(sandbox)
      const { page, station: office, goTo, goToSettings, picture, complaints } = app
      // As a scanner types it: the code, and Enter.
      await goToSettings(text('settings.place.site'))
      await page.getByLabel(text('site.name')).fill('Office 1')
      await page.getByLabel(text('site.code')).fill(await codes.code())
      await page.keyboard.press('Enter')
      await page.getByText(text('site.reach.online'), { exact: true }).waitFor()
      const clean = (place: string, isDarkToo = false) => expectUsable(app, place, isDarkToo)
      // One waits for its day.
      const held = directBooking('PO-48262')
      await bench.run('bookings.submit', { ...held, holdUntil: '2026-10-23' })

      await goTo(text('rail.book'))
      await goTo(text('rail.site'))
      const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
      await row('Bench 2').getByText('Paper is out.').waitFor()
      await row('Dock 1')
        .getByText(text('stations.notKnown', { printer: 'Zebra Dock 1' }))
        .waitFor()
      expect(await row('Dock 1').getByRole('cell').allTextContents()).toContain('7')
      await row('Cold room')
        .getByText(/^.+ to .+$/)
        .waitFor()
      await row('Bench 2').getByText('Luis Ortega').waitFor()
      await page.getByRole('row').filter({ hasText: 'PO-48262' }).getByText('Bench 5').waitFor()
      // The last column is whole in its card.
      const card = await page.locator('.card.table').boundingBox()
      const last = await row('Dock 1').getByRole('button').boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
      await clean('stations', true)

      // Settings for all are read only at a station.
      await page.getByRole('button', { name: text('stations.settingsAll') }).click()
      await page.getByRole('combobox').first().click()
      await page.getByRole('option', { name: text('siteSettings.set') }).click()
      await page.getByLabel(new RegExp(`^${text('rules.perBatch')}`)).fill('500')
      await clean('settings')
      await page.getByRole('button', { name: text('common.save') }).click()
      await bench.until('the limit at Bench 5', async () =>
        (await bench.run('station.state', {})).settings.spendLimits?.perBatch === 500 ? true : null,
      )
      await picture('stations')
      await office.run('settings.update', { language: 'es' })
      await page.getByText('Estación', { exact: true }).first().waitFor()
      await office.run('settings.update', { language: 'en' })

      // One more joins by what its scanner reads from the screen.
      await page.getByRole('button', { name: text('joinCode.title') }).click()
      await page.getByRole('img', { name: text('joinCode.alt') }).waitFor()
      await clean('code')
      const { code } = await office.run('site.makeCode', {})
      const late = await aStation({ code: () => code }, 'Dock 9', { clock: sandbox.clock })
      await late.enrol()
      await page.getByText(text('joinCode.joined', { station: 'Dock 9' })).waitFor()
      await page
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()

      await goToSettings(text('settings.place.rules'))
      await page
        .getByText(text('settings.bySite', { site: 'Laredo' }))
        .first()
        .waitFor()
      expect(complaints).toEqual([])
      // Three stations and a database are at work beside the page.
    }, 240_000)
  },
)
