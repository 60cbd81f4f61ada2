import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { frameTextsApart } from './scripts/frame-texts.ts'

/** The renderer's build: src-renderer -> out/renderer, with relative paths so that any host may serve it. */
export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [
    svelte({ configFile: false, compilerOptions: { css: 'external' } }),
    frameTextsApart(fileURLToPath(new URL('src-renderer', import.meta.url))),
  ],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    // A data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
