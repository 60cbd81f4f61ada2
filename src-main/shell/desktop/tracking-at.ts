interface AskedPage {
  executeJavaScript(code: string): Promise<unknown>
  getZoomFactor(): number
}

/** As long as a tracking number may be. */
const MOST = 60

/** The tracking number at the clicked spot of the page, as the page marks it (`data-tracking`); null: none. */
export async function trackingAt(page: AskedPage, { x, y }: { x: number; y: number }): Promise<string | null> {
  // The click is reported in points of the screen, and the page counts its own.
  const zoom = page.getZoomFactor()
  const at = [x, y].map((points) => Math.round(points / zoom)).join(', ')
  const found = await page.executeJavaScript(
    `document.elementFromPoint(${at})?.closest('[data-tracking]')?.dataset.tracking ?? null`,
  )
  return typeof found === 'string' && found !== '' && found.length <= MOST ? found : null
}
