import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { frameTextsApart } from './scripts/frame-texts.ts'
import { icons } from './scripts/screen-icons.ts'

const screens = fileURLToPath(new URL('src-renderer', import.meta.url))

/** The renderer's build: src-renderer -> out/renderer, with relative paths so that any host may serve it. */
export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [
    icons(screens),
    svelte({ configFile: false, compilerOptions: { css: 'external' } }),
    frameTextsApart(screens),
  ],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    // A data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow machine builds slowly: nothing that a first start should say.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
