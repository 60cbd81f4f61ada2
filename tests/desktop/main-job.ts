import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { bookFirstRate } from '../e2e/app.ts'
import { askForQuotes, scan } from '../e2e/typing.ts'
import { until } from '../support/until.ts'
import type { LabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { text } from '../support/text.ts'
import type { DesktopApp } from './desktop-app.ts'

/** A command from the page, through the preload script and IPC. */
export const invoke = (page: Page, name: string, input: object): Promise<unknown> =>
  page.evaluate(`window.waybill.invoke(${JSON.stringify(name)}, ${JSON.stringify(input)})`)

/** The window's page behind the first questions. */
export async function ready(desktop: Pick<DesktopApp, 'page'>): Promise<Page> {
  const page = await desktop.page()
  await page.getByRole('navigation').first().waitFor()
  await invoke(page, 'settings.update', { firstRun: 'done' })
  return page
}

/**
 * Quotes, books over IPC, scans and prints in the window's page; the label that came to the printer is read.
 * @param command of the station; absent: by the preload script
 */
export async function doMainJob(
  page: Page,
  printer: Pick<LabelPrinter, 'uri' | 'paper'>,
  command = (name: string, input: object) => invoke(page, name, input),
): Promise<void> {
  await page.getByRole('navigation').first().waitFor()
  await command('settings.update', { firstRun: 'done' })
  const saved = await command('printers.save', {
    name: 'Dock',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'tcp', uri: printer.uri },
  })
  expect(saved).toMatchObject({ ok: true, value: { name: 'Dock' } })
  const { printerId } = (saved as { value: { printerId: string } }).value
  await command('printers.setDefault', { printerId })

  await page.getByRole('link', { name: text('rail.quote'), exact: true }).click()
  await page.getByRole('heading', { name: text('rail.quote'), level: 1 }).waitFor()
  await askForQuotes(page)
  await bookFirstRate(page, 'PO-48213')
  await page.getByRole('heading', { name: text('booking.BOOKED') }).waitFor()
  await page.getByRole('link', { name: text('rail.pack'), exact: true }).click()
  await page.locator('main h1', { hasText: text('rail.pack') }).waitFor()
  await scan(page, 'PO-48213')
  // A bare port cannot prove that a label came out, so nothing says that it did.
  await page.getByText(text('banner.sent'), { exact: true }).waitFor()

  const conversion = createConversion()
  try {
    const [label] = await until('the label', () => (printer.paper.length > 0 ? printer.paper : null))
    const pages = await conversion.preview(
      { format: 'ZPL', bytes: label ?? Buffer.alloc(0) },
      { dpi: 203, media: { widthIn: 4, heightIn: 6 } },
    )
    const codes = (await conversion.readBarcodes(pages)).flat()
    const booking = (await command('bookings.list', {})) as { value: { trackingNumber: string }[] }
    expect(codes).toContain(booking.value[0]?.trackingNumber)
  } finally {
    await conversion.close()
  }
}

/** The page loads itself again, which no guard of navigation holds back. */
export async function reloadItself(page: Page): Promise<void> {
  await comesBack(
    () => page.evaluate('location.reload()').catch(() => undefined),
    (code) => page.evaluate(code),
  )
}

/** Whatever ends the page, it comes back by itself. @param evaluate in the page that the window has by then */
export async function comesBack(end: () => unknown, evaluate: (code: string) => Promise<unknown>): Promise<void> {
  await evaluate('window.isBefore = true')
  await end()
  // Not by waitForFunction, which the page's policy keeps from evaluating its text.
  await until('the page that came back', async () => {
    const isBack = 'window.isBefore === undefined && document.querySelector("nav") !== null'
    return (await evaluate(isBack).catch(() => false)) === true ? true : null
  })
}
