import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sharedBrowser } from '../support/browser.ts'

/** Where the pictures of the contact sheet, its pages and their pictures are. */
export const SHEET_DIR = join(import.meta.dirname, '../../artifacts/sheet')

/** One picture of one screen. */
export interface Shot {
  file: string
  name: string
  theme: string
  width: number
  language: string
}

/** So many screens stand on one picture of a page, for it to be legible. */
const SCREENS_A_PICTURE = 2

/** One page for a state of the app (`full.html`): a row a screen, a column a look; and pictures of it (`full-1.png` ...). */
export async function writeSheet(state: string, shots: readonly Shot[]): Promise<void> {
  const rows = [...Map.groupBy(shots, ({ name }) => name)]
  const file = join(SHEET_DIR, `${state}.html`)
  writeFileSync(file, pageOf(state, rows))
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1900, height: 1000 } })
  try {
    const page = await context.newPage()
    for (let first = 0; first < rows.length; first += SCREENS_A_PICTURE) {
      const part = join(SHEET_DIR, `${state}-part.html`)
      writeFileSync(part, pageOf(state, rows.slice(first, first + SCREENS_A_PICTURE)))
      await page.goto(pathToFileURL(part).href)
      await page.screenshot({ path: join(SHEET_DIR, `${state}-${first / SCREENS_A_PICTURE + 1}.png`), fullPage: true })
    }
  } finally {
    await context.close()
  }
}

const pageOf = (state: string, rows: readonly (readonly [string, readonly Shot[]])[]): string => `<!doctype html>
<meta charset="utf-8"><title>${state}</title>
<style>
  body { font: 12px sans-serif; margin: 8px; background: #888 }
  section { display: grid; grid-template-columns: repeat(4, 1fr); gap: 4px; margin-bottom: 12px }
  h2 { grid-column: 1 / -1; margin: 0 } figure { margin: 0 } img { width: 100%; display: block }
</style>
${rows.map(([name, shots]) => `<section><h2>${name} (${state})</h2>${shots.map(figureOf).join('')}</section>`).join('\n')}`

const figureOf = ({ file, theme, width, language }: Shot): string =>
  `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${theme} ${width} ${language}</figcaption></figure>`
