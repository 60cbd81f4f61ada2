import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { httpServer } from '../support/http-server.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `Other systems ${why}`.trim(),
  full('tests/integrations proves tokens and webhooks over HTTP'),
  () => {
    it('get a token and a webhook under Settings, connect with it, and are refused once it is revoked', async () => {
      const target = await httpServer((_request, response) => void response.writeHead(200).end())
      const app = await openApp(await testSandbox())
      const { page, station, goTo, complaints } = app
      const dialog = page.getByRole('dialog')
      const clean = async (place: string) => {
        for (const theme of ['light', 'dark'] as const) {
          await station.run('settings.update', { theme })
          await page.locator(`html[data-theme="${theme}"]`).waitFor()
          expect({ place, theme, findings: await findings(page, theme === 'light' ? {} : { only: 'colors' }) }).toEqual(
            {
              place,
              theme,
              findings: [],
            },
          )
        }
      }

      await goTo('Settings')
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Connections' }).click()
      await page.getByText('No system has a token').waitFor()
      await page.getByRole('checkbox', { name: 'Other systems on this machine may connect' }).check()
      await page.getByLabel('Port').fill('0')
      await page.getByRole('region', { name: 'Local API' }).getByRole('button', { name: 'Save' }).click()
      await page.getByText(/^Listening on http:/).waitFor()
      const { api } = await station.run('connections.state', {})

      await page.getByRole('button', { name: 'Make a token' }).click()
      await dialog.getByLabel('Name of the system').fill('ERP')
      await clean('token form')
      await dialog.getByRole('button', { name: 'Make a token' }).click()
      const token = (await dialog.getByText(/^wbt_/).textContent()) ?? ''
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      const ask = async () => {
        const response = await fetch(`${api.url ?? ''}/v1/bookings.counts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{}',
        })
        return response.status
      }
      expect(await ask()).toBe(200)

      await page.getByRole('button', { name: 'Add an address' }).click()
      await dialog.getByLabel('Address', { exact: true }).fill('http://elsewhere.example/')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('[aria-invalid="true"]:focus').waitFor()
      await clean('webhook form')
      await dialog.getByLabel('Address', { exact: true }).fill(target.baseUrl)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Copy it now.', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'Try now' }).click()
      await page.getByText('Works').waitFor()
      expect(target.received).toHaveLength(1)
      await clean('connections')

      const row = page.getByRole('listitem').filter({ hasText: 'ERP' })
      await row.getByRole('button', { name: 'Revoke' }).click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('1 revoked token').waitFor()
      expect(await ask()).toBe(401)
      expect(complaints).toEqual([])
    })
  },
)
