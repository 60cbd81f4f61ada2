import type { Page } from 'playwright-core'

/** What a clerk types into the Quote form for two pallets from Laredo to Chicago, and asks. */
export async function askForQuotes(page: Page): Promise<void> {
  const addresses = [
    ['Acme Machine', '1201 Santa Maria Ave', 'Laredo', 'TX', '78040'],
    ['Globex Corporation', '200 N LaSalle St', 'Chicago', 'IL', '60601'],
  ] as const
  for (const [index, [company, street, city, state, zip]] of addresses.entries()) {
    const section = page.locator('form section').nth(index)
    await section.getByLabel('Company').fill(company)
    await section.getByLabel('Street').fill(street)
    await section.getByLabel('City').fill(city)
    await section.getByLabel('State', { exact: true }).fill(state)
    await section.getByLabel('ZIP').fill(zip)
  }
  await page.getByLabel('L in', { exact: true }).fill('48')
  await page.getByLabel('W in', { exact: true }).fill('40')
  await page.getByLabel('H in', { exact: true }).fill('36')
  await page.getByLabel('lb each').fill('500')
  await page.getByLabel('Description').fill('Machine parts')
  await page.keyboard.press('Control+Enter')
  await page.locator('tr[data-rate]').first().waitFor()
}

/** What a scanner does: types fast and ends with Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Opens the palette. Waited for: what is typed before it is open goes nowhere. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input:focus').waitFor()
}
