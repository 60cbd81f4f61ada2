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
await browser.close()
