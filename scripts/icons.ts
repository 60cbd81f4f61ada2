import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../tests/support/browser.ts'
import { projectRoot } from './project.ts'

/** `node scripts/icons.ts`: draws the packages' icons from the renderer's, at the sizes that systems ask for. */

const SIZES = [16, 32, 48, 64, 128, 256, 512]
/** macOS and Windows icons are made from this one by electron-builder. */
const LARGEST = 1024

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
// The tray's: a dot in the corner says how the station is. `badge` alone lies over the button in the task bar of Windows.
const DOTS = { ok: null, waiting: '#e0a100', trouble: '#d92d20' } as const
mkdirSync(join(resources, 'tray'), { recursive: true })
const dot = (colour: string | null) =>
  colour === null
    ? ''
    : `<i style="position:absolute;right:0;bottom:0;width:50%;height:50%;border-radius:50%;background:${colour};box-shadow:0 0 0 6% #fff"></i>`
for (const [name, colour] of Object.entries(DOTS)) {
  for (const [suffix, size] of [
    ['', 16],
    ['@2x', 32],
  ] as const) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}${dot(colour)}`,
    )
    writeFileSync(join(resources, 'tray', `${name}${suffix}.png`), await page.screenshot({ omitBackground: true }))
  }
}
await page.setViewportSize({ width: 16, height: 16 })
await page.setContent('<i style="position:absolute;inset:2px;border-radius:50%;background:#d92d20"></i>')
writeFileSync(join(resources, 'tray', 'badge.png'), await page.screenshot({ omitBackground: true }))
await browser.close()
