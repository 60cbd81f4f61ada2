import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { httpServer } from '../support/http-server.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `Other systems ${why}`.trim(),
  full('tests/integrations proves tokens and webhooks over HTTP'),
  () => {
    it('get a token and a webhook under Settings, connect with it, and are refused once it is revoked', async () => {
      const target = await httpServer((_request, response) => void response.writeHead(200).end())
      const app = await openApp(await testSandbox())
      const { page, station, goToSettings, complaints } = app
      const dialog = page.getByRole('dialog')
      const clean = (place: string) => expectUsable(app, place)

      await goToSettings(text('settings.place.connections'))
      await page.getByText(text('connections.noTokens')).waitFor()
      await page.getByRole('checkbox', { name: text('connections.isOn') }).check()
      await page.getByLabel(text('connections.port')).fill('0')
      await page
        .getByRole('region', { name: text('connections.title') })
        .getByRole('button', { name: text('common.save') })
        .click()
      await page.getByText(/^Listening on http:/).waitFor()
      const { api } = await station.run('connections.state', {})

      await page.getByRole('button', { name: text('connections.addToken') }).click()
      await dialog.getByLabel(text('connections.name')).fill('ERP')
      await clean('token form')
      await dialog.getByRole('button', { name: text('connections.addToken') }).click()
      const token = (await dialog.getByText(/^wbt_/).textContent()) ?? ''
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()
      const ask = async () => {
        const response = await fetch(`${api.url ?? ''}/v1/bookings.counts`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{}',
        })
        return response.status
      }
      expect(await ask()).toBe(200)

      const asks = (origin: string) =>
        fetch(`${api.url ?? ''}/v1/jobs.printFile`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        })
      const pages = page.getByRole('region', { name: text('connections.pages') })
      const wms = pages.getByRole('listitem').filter({ hasText: 'https://wms.example.com' })
      expect((await asks('https://wms.example.com')).status).toBe(403)
      await wms.getByText(text('connections.page.asking')).waitFor()
      await wms.getByRole('button', { name: text('connections.allowPage') }).click()
      await wms.getByText(text('connections.page.allowed')).waitFor()
      expect((await asks('https://wms.example.com')).status).toBe(204)
      await asks('https://other.example.com')
      const other = pages.getByRole('listitem').filter({ hasText: 'https://other.example.com' })
      await other.getByRole('button', { name: text('connections.refusePage') }).click()
      await other.getByText(text('connections.page.refused')).waitFor()
      await pages.getByRole('button', { name: text('connections.addPage') }).click()
      await dialog.getByLabel(text('connections.origin')).fill('https://*.example.com')
      await dialog.getByRole('button', { name: text('connections.allowPage') }).click()
      await dialog.locator('[aria-invalid="true"]:focus').waitFor()
      await clean('page form')
      await dialog.getByLabel(text('connections.origin')).fill('http://wms.lan:8080')
      await dialog.getByRole('button', { name: text('connections.allowPage') }).click()
      await pages.getByText('http://wms.lan:8080').waitFor()
      await wms.getByRole('button', { name: text('connections.removePage') }).click()
      await dialog.getByRole('button', { name: text('connections.removePage') }).click()
      await wms.waitFor({ state: 'detached' })
      expect((await asks('https://wms.example.com')).status).toBe(403)

      await page.getByRole('button', { name: text('connections.addHook') }).click()
      await dialog.getByLabel(text('connections.url'), { exact: true }).fill('http://elsewhere.example/')
      await dialog.getByRole('button', { name: text('common.save') }).click()
      await dialog.locator('[aria-invalid="true"]:focus').waitFor()
      await clean('webhook form')
      await dialog.getByLabel(text('connections.url'), { exact: true }).fill(target.baseUrl)
      await dialog.getByRole('button', { name: text('common.save') }).click()
      await dialog.getByText(text('connections.once')).waitFor()
      await dialog
        .getByRole('button', { name: text('common.close') })
        .last()
        .click()
      await page.getByRole('button', { name: text('connections.tryHook') }).click()
      await page.getByText(text('connections.works')).waitFor()
      expect(target.received).toHaveLength(1)
      await asks('https://third.example.com')
      const third = pages.getByRole('listitem').filter({ hasText: 'https://third.example.com' })
      await third.getByText(text('connections.page.asking')).waitFor()
      await clean('connections')

      const row = page.getByRole('listitem').filter({ hasText: 'ERP' })
      await row.getByRole('button', { name: text('connections.revoke') }).click()
      await dialog.getByRole('button', { name: text('connections.revoke') }).click()
      await page.getByText('Revoked tokens: 1').waitFor()
      expect(await ask()).toBe(401)
      expect(complaints).toEqual([])
    })
  },
)
