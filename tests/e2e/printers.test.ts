import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the printers of a station ${why}`.trim(), () => {
  it('are found, added with a test, compared with what they are, and told what to print', async () => {
    const open = await openApp(await testSandbox())
    const { page, station, goToSettings } = open
    const zebra = await virtualZebra([], { dotsPerMm: 12 })
    const queue = { kind: 'queue' as const, name: 'Dock_Zebra' }
    await station.run('printers.save', {
      name: 'Dock',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: queue,
    })
    await goToSettings(text('settings.place.printers'))
    const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })

    // A network printer whose resolution is not what the form says: saved, looked at, and both values shown.
    await page.getByRole('button', { name: text('printers.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('printers.name')).fill('Bench 4')
    await dialog.getByLabel(text('printers.address')).fill('bench 4')
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await dialog.locator('input[aria-invalid="true"]:focus').waitFor()
    await dialog.getByLabel(text('printers.address')).fill(`tcp://127.0.0.1:${zebra.port}`)
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    const bench = rowOf('Bench 4')
    await bench.getByRole('cell', { name: '203 dpi' }).waitFor()
    await bench.getByRole('cell', { name: '300 dpi' }).waitFor()
    // The code is behind the details for support.
    expect(await bench.getByText('PRINTER_MISMATCH').isVisible()).toBe(false)
    await bench.getByText(text('error.support')).click()
    await bench.getByText('PRINTER_MISMATCH').waitFor()
    // Nothing is printed on it before that is settled.
    expect(await station.run('jobs.list', {})).toEqual([])
    await bench.getByRole('button', { name: text('printerCheck.take', { dpi: '300' }) }).click()
    await bench.getByText(text('printerCheck.fits')).waitFor()
    await bench.getByRole('button', { name: text('printers.test') }).click()
    await bench.getByText(text('job.PRINTED'), { exact: true }).waitFor()

    // What is changed on a queue leaves it a queue.
    await rowOf('Dock').getByRole('button', { name: 'Edit Dock' }).click()
    await dialog.getByLabel(text('printers.name'), { exact: true }).fill('Dock 2')
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await rowOf('Dock 2').waitFor()
    const printers = await station.run('printers.list', {})
    expect(printers.find(({ name }) => name === 'Dock 2')?.connection).toEqual(queue)

    // How it is treated, and what goes where.
    await bench.getByRole('button', { name: text('printers.more', { name: 'Bench 4' }) }).click()
    await bench.getByLabel(text('printerOptions.carrier')).click()
    await page.getByRole('option', { name: text('printerOptions.carrier.block') }).click()
    await bench.getByText(text('printerOptions.carrier.blockText')).waitFor()
    const labels = page.getByRole('group', { name: text('printerRules.label') })
    await labels.getByLabel(text('printerRules.printer'), { exact: true }).click()
    await page.getByRole('option', { name: 'Bench 4' }).click()
    await labels.getByLabel(text('printerRules.copies')).fill('0')
    await labels.getByLabel(text('printerRules.copies')).press('Tab')
    await labels.getByText(text('field.atLeast', { minimum: '1' })).waitFor()
    await labels.getByLabel(text('printerRules.copies')).fill('2')
    await labels.getByLabel(text('printerRules.copies')).press('Tab')
    const benchId = printers.find(({ name }) => name === 'Bench 4')?.printerId ?? ''
    await station.until('the route', async () => {
      const { routes } = await station.run('printers.routes', {})
      const route = routes.find(({ document }) => document === 'label')
      return route?.printerId === benchId && route.copies === 2 ? route : null
    })
    expect(await station.run('printers.options', { printerId: benchId })).toMatchObject({ carrierSettings: 'block' })

    await expectUsable({ page, station })
    expect(open.complaints).toEqual([])
  })
})
