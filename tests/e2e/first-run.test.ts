import { describe, expect, it } from 'vitest'
import { full } from '../support/full.ts'
import { browserPath } from '../support/browser.ts'
import { fakeSite } from '../support/fake-site.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the first run ${why}`.trim(), () => {
  it('asks its questions in both languages, opens where the work is, and never asks again', async () => {
    const app = await openApp(await testSandbox({ samples: true }), { isFirstRun: true })
    const { page, station, picture, complaints } = app
    const dialog = page.getByRole('dialog', { name: text('firstRun.title') })
    await dialog.waitFor()
    expect(await dialog.getByRole('radio', { name: new RegExp(`^${text('role.packer')}`) }).isChecked()).toBe(true)
    expect(await dialog.getByRole('radio', { name: /^Embedded service/ }).isChecked()).toBe(true)
    await expectUsable(app, 'first run', true)
    await picture('first-run')

    // What is missing is said beside its field, which has the focus; nothing is kept.
    await dialog.getByText(text('environment.service')).click()
    await dialog.getByRole('button', { name: text('firstRun.start') }).click()
    await dialog.getByText('Must start with https://', { exact: false }).waitFor()
    await dialog.getByLabel(text('environment.baseUrl')).and(page.locator(':focus')).waitFor()
    expect((await station.run('station.state', {})).settings.firstRun).toBe('due')

    // A computer of a site needs its code.
    await dialog.getByText(text('environment.site'), { exact: true }).click()
    await dialog.getByRole('button', { name: text('firstRun.start') }).click()
    await dialog
      .getByRole('textbox', { name: text('site.code') })
      .and(page.locator(':focus'))
      .waitFor()

    await dialog.getByText(text('environment.embedded'), { exact: true }).click()
    await dialog.getByRole('button', { name: 'Español' }).click()
    const spanish = page.getByRole('dialog', { name: 'Bienvenido a Waybill' })
    await spanish.getByText('Oficina de envíos').click()
    // A shipper that is begun is completed, or left blank.
    await spanish.getByLabel('Empresa').fill('Acme Machine')
    await spanish.getByRole('button', { name: 'Empezar' }).click()
    await spanish.getByLabel('Calle y número').and(page.locator(':focus')).waitFor()
    await spanish.getByLabel('Calle y número').fill('1201 Santa Maria Ave')
    // A name that was typed is a state's own, and the code completes the place.
    await spanish.getByRole('textbox', { name: 'Estado' }).fill('Texas')
    await spanish.getByLabel('C. P.').pressSequentially('78040')
    await expect.poll(() => spanish.getByLabel('Ciudad').inputValue()).toBe('Laredo')
    await spanish.getByRole('button', { name: 'Empezar' }).click()
    await spanish.waitFor({ state: 'hidden' })
    await page.locator('nav a[aria-current="page"]', { hasText: 'Cotizar' }).waitFor()
    expect((await station.run('station.state', {})).settings).toMatchObject({
      firstRun: 'done',
      role: 'clerk',
      language: 'es',
    })
    await page.getByText('Acme Machine · Laredo, TX 78040').waitFor()
    expect(await page.locator('nav').first().getByRole('link').first().textContent()).toContain('Pedidos')

    // Opened anew without a place, it begins where the role does.
    await page.goto(new URL('/', page.url()).href)
    await page.locator('nav a[aria-current="page"]', { hasText: 'Cotizar' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('makes a computer of a site one of its stations, and asks it for no service again', async () => {
    const site = await fakeSite()
    const { page, station } = await openApp(await testSandbox(), { isFirstRun: true })
    const dialog = page.getByRole('dialog', { name: text('firstRun.title') })
    await dialog.getByText(text('environment.site'), { exact: true }).click()
    await dialog.getByRole('textbox', { name: text('site.code') }).fill('PO-1')
    await dialog.getByLabel(text('site.name')).fill('Dock 4')
    await dialog.getByRole('button', { name: text('firstRun.start') }).click()
    await dialog.getByRole('alert').waitFor()
    expect((await station.run('station.state', {})).settings.firstRun).toBe('due')
    await dialog.getByRole('textbox', { name: text('site.code') }).fill(site.code())
    await dialog.getByRole('button', { name: text('firstRun.start') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Dock 4', { exact: true }).waitFor()
    expect(await station.run('site.view', {})).toMatchObject({ kind: 'of-site', stationName: 'Dock 4' })
    await page.goto(`${page.url().split('#')[0] ?? ''}#/settings?ask=first-run`)
    await dialog.waitFor()
    expect(await dialog.getByText(text('firstRun.service')).count()).toBe(0)
  })

  it(
    "begins in the system's language, until a person chooses another",
    full('the first answers the same questions in both languages'),
    async () => {
      const app = await openApp(await testSandbox(), { isFirstRun: true, systemLanguage: 'es-MX' })
      const { page, station } = app
      const spanish = page.getByRole('dialog', { name: 'Bienvenido a Waybill' })
      await spanish.getByRole('button', { name: text('papers.language.en') }).click()
      await page
        .getByRole('dialog', { name: text('firstRun.title') })
        .getByRole('button', { name: text('firstRun.start') })
        .click()
      await page.locator('nav a[aria-current="page"]', { hasText: text('rail.pack') }).waitFor()
      await page.reload()
      await page.locator('nav a[aria-current="page"]', { hasText: text('rail.pack') }).waitFor()
      expect((await station.run('station.state', {})).settings).toMatchObject({ firstRun: 'done', language: 'en' })
    },
  )
})
