import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests that start the whole app: one file at a time, after everything else, and with time for a slow machine. */
const WHOLE_APP = ['tests/e2e/**/*.test.ts', 'tests/electron/**/*.test.ts']
const RENDERER = ['tests/renderer/**/*.test.ts']

const alias = { electron: fileURLToPath(new URL('tests/support/no-electron.ts', import.meta.url)) }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'rooms',
          include: ['tests/**/*.test.ts'],
          exclude: [...WHOLE_APP, ...RENDERER],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        // Runes are compiled wherever they stand; the state that screens share stands in .svelte.ts files.
        plugins: [svelte({ configFile: false })],
        test: { name: 'renderer', include: RENDERER, testTimeout: 30_000, hookTimeout: 30_000 },
      },
      {
        resolve: { alias },
        test: {
          name: 'app',
          include: WHOLE_APP,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
