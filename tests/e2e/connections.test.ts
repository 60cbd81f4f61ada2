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
