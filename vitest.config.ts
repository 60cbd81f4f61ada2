import { svelte } from '@sveltejs/vite-plugin-svelte'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { icons } from './scripts/screen-icons.ts'
import { LongestFirst } from './scripts/test-order.ts'
import { dateEnvironment } from './tests/support/child-date.ts'
import { FOLDER_OF_RUN } from './tests/support/run-folder.ts'

/** Most tests wait for a process, a socket or the disk: one more at a time than there are processors. */
const WORKERS = availableParallelism() + 1

/** Tests that start the whole app, or a whole site: two at a time, in a group of their own, and with time for a slow machine. */
const WHOLE_APP = [
  'tests/e2e/**/*.test.ts',
  'tests/desktop/**/*.test.ts',
  'tests/package/**/*.test.ts',
  'tests/electron/**/*.test.ts',
  'tests/windows/**/*.test.ts',
  'tests/world/processes/site/**/*.test.ts',
]
const RENDERER = ['tests/renderer/**/*.test.ts']
/** Tests of what fills a process's memory, and one that exchanges modules: each begins with an empty process. */
const HEAVY = [
  'tests/any-day/**/*.test.ts',
  'tests/conversion/**/*.test.ts',
  'tests/imports/held-files.test.ts',
  'tests/imports/many-orders.test.ts',
  'tests/station/input.test.ts',
]

/** Of what runs tests, and of every program that they start: projects do not inherit it. */
const env = {
  TMPDIR: FOLDER_OF_RUN,
  // One date for all of them, counted from the start of the run.
  ...dateEnvironment(),
  // One zone as well, which is the one that the browser's pages are in; a run in another: WAYBILL_TEST_TZ=Asia/Tokyo.
  TZ: process.env['WAYBILL_TEST_TZ'] ?? 'America/Chicago',
  // Programs load in half the time when what they are compiled to is kept.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url)),
}
/** A look that is to come true waits for a process, a socket or a page: a second is not enough on a busy machine. */
const expect = { poll: { timeout: 30_000 } }
/** What a test can be marked with (tests/support/full.ts); scripts/test.ts leaves those of the full run out of the default one. */
const tags = [{ name: 'full', description: 'npm run test:full alone' }]
const alias = { electron: fileURLToPath(new URL('tests/support/no-electron.ts', import.meta.url)) }

export default defineConfig({
  test: {
    globalSetup: ['tests/support/seeded-service.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'rooms',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [...WHOLE_APP, ...RENDERER, ...HEAVY],
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 30_000,
          expect,
          env,
          tags,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'heavy',
          include: HEAVY,
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 30_000,
          expect,
          env,
          tags,
        },
      },
      {
        resolve: { alias },
        // Runes are compiled wherever they stand; the state that screens share stands in .svelte.ts files.
        plugins: [icons(fileURLToPath(new URL('src-renderer', import.meta.url))), svelte({ configFile: false })],
        // Components of packages are compiled as ours are: they stand in src-renderer/package.json, which the plugin does not read here.
        ssr: { noExternal: ['bits-ui'] },
        test: {
          name: 'renderer',
          isolate: false,
          setupFiles: ['tests/support/fixed-date.ts'],
          include: RENDERER,
          env,
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect,
          tags,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'app',
          isolate: false,
          expect,
          env,
          tags,
          include: WHOLE_APP,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
