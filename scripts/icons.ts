import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { projectRoot } from './project.ts'

/** `node scripts/icons.ts`: draws the packages' icons from the renderer's, at the sizes that systems ask for. */

const SIZES = [16, 32, 48, 64, 128, 256, 512]
/** macOS and Windows icons are made from this one by electron-builder. */
const LARGEST = 1024

programArguments(`node scripts/icons.ts: draws the packages' icons from the renderer's`, z.object({}))
const svg = readFileSync(join(projectRoot, 'src-renderer', 'public', 'icon.svg'), 'utf8')
const resources = join(projectRoot, 'resources')
mkdirSync(join(resources, 'icons'), { recursive: true })

const browser = await launchBrowser()
const page = await browser.newPage()
for (const size of [...SIZES, LARGEST]) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
  )
  const png = await page.screenshot({ omitBackground: true })
  writeFileSync(size === LARGEST ? join(resources, 'icon.png') : join(resources, 'icons', `${size}x${size}.png`), png)
}
// The tray's: a dot in the corner says how the station is. An overlay is the dot alone, over the button in the task bar of Windows.
const DOTS = { ok: null, waiting: '#e0a100', trouble: '#d92d20' } as const
mkdirSync(join(resources, 'tray'), { recursive: true })
const dot = (colour: string | null) =>
  colour === null
    ? ''
    : `<i style="position:absolute;right:0;bottom:0;width:50%;height:50%;border-radius:50%;background:${colour};box-shadow:0 0 0 6% #fff"></i>`
const SIZES_OF_TRAY = [
  ['', 16],
  ['@2x', 32],
] as const
for (const [name, colour] of Object.entries(DOTS)) {
  for (const [suffix, size] of SIZES_OF_TRAY) {
    await page.setViewportSize({ width: size, height: size })
    const drawTo = async (file: string, html: string) => {
      await page.setContent(html)
      writeFileSync(join(resources, 'tray', `${file}${suffix}.png`), await page.screenshot({ omitBackground: true }))
    }
    await drawTo(
      name,
      `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}${dot(colour)}`,
    )
    if (colour === null) continue
    await drawTo(
      `overlay-${name}`,
      `<i style="position:absolute;inset:12%;border-radius:50%;background:${colour}"></i>`,
    )
  }
}
await browser.close()
