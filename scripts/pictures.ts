import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { buildOrSay } from './build.ts'
import { projectRoot } from './project.ts'

/**
 * `npm run pictures`: takes the pictures of the README and the guide anew from the running app. The end-to-end journeys take
 * many; these are the ones that the documents show. `-- --sheet`: every screen in every look on one page, to be looked at.
 */
const PICTURES: Record<string, string> = {
  'first-run.png': 'first-run-light-1280.png',
  'quote.png': 'quote-light-1280.png',
  'crossborder.png': 'crossborder-light-1280.png',
  'batch.png': 'batch-light-1280.png',
  'orders.png': 'orders-board-light-1280.png',
  'pack.png': 'pack-light-1280.png',
  'pack-did-it-print.png': 'pack-did-it-print-light-1280.png',
  'endofday.png': 'endofday-light-1280.png',
  'documents.png': 'documents-light-1280.png',
  'track.png': 'track-dark-1280.png',
  'track-map.png': 'track-map-light-1280.png',
  'wall.png': 'wall-dark-1280.png',
  'pickups.png': 'pickups-light-1280.png',
  'track-insight.png': 'track-insight-light-1280.png',
  'labels-inspect.png': 'labels-inspect-light-1280.png',
  'labels-templates.png': 'labels-templates-light-1280.png',
  'rehearsal.png': 'rehearsal-light-1280.png',
  'stations.png': 'stations-dark-1280.png',
}

const { flags: values } = programArguments(
  `npm run pictures -- [--sheet]

Takes the pictures of README and the guide from the running app.
  --sheet  one page that shows all of them instead`,
  z.object({ sheet: z.boolean().default(false) }),
)

if ((await buildOrSay()) === null) process.exit(1)
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'app', values.sheet ? 'tests/e2e/sheet.test.ts' : 'tests/e2e'],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, WAYBILL_PICTURES: values.sheet ? 'sheet' : '1' } },
)
if (status !== 0) process.exit(1)

if (values.sheet) console.log('artifacts/sheet: full.html, empty.html, error.html, and pictures of them')
else copyPictures()

function copyPictures(): void {
  const target = join(projectRoot, 'docs/pictures')
  mkdirSync(target, { recursive: true })
  for (const [name, taken] of Object.entries(PICTURES)) {
    copyFileSync(join(projectRoot, 'artifacts/screens', taken), join(target, name))
  }
  console.log(`${Object.keys(PICTURES).length} pictures in docs/pictures`)
}
