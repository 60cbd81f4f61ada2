import type { Locator, Page } from 'playwright-core'
import { text } from '../support/text.ts'

/** What a clerk types into the Quote form for two pallets from Laredo to Chicago, and asks. */
export async function askForQuotes(page: Page): Promise<void> {
  const addresses = [
    ['Acme Machine', '1201 Santa Maria Ave', 'Laredo', 'TX', '78040'],
    ['Globex Corporation', '200 N LaSalle St', 'Chicago', 'IL', '60601'],
  ] as const
  for (const [index, [company, street, city, state, zip]] of addresses.entries()) {
    const section = page.locator('form section').nth(index)
    await section.getByLabel(text('address.company')).fill(company)
    await section.getByLabel(text('address.street')).fill(street)
    await section.getByLabel(text('address.city')).fill(city)
    await section.getByLabel(text('address.state'), { exact: true }).fill(state)
    await section.getByLabel(text('address.zip')).fill(zip)
  }
  await page.getByLabel(text('cargo.length'), { exact: true }).fill('48')
  await page.getByLabel(text('cargo.width'), { exact: true }).fill('40')
  await page.getByLabel(text('cargo.height'), { exact: true }).fill('36')
  await page.getByLabel(text('cargo.weight')).fill('500')
  await page.getByLabel(text('cargo.description')).fill('Machine parts')
  await page.keyboard.press('Control+Enter')
  await page.locator('tr[data-rate]').first().waitFor()
}

/** What a scanner does: types fast and ends with Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** A key that a hand presses behind a scan: sooner, it is the scanner's own. */
export async function pressByHand(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(600)
  await page.keyboard.press(key)
}

/** Opens the palette. Waited for: what is typed before it is open goes nowhere. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input:focus').waitFor()
}

/** What a person does who lets a file go over a part of the page. */
export async function dropFile(over: Locator, name: string, content: string): Promise<void> {
  const files = await over.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    return transfer
  })()`)
  await over.dispatchEvent('drop', { dataTransfer: files })
}
