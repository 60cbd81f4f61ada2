import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** The renderer's build: src-renderer -> out/renderer, with relative paths so that any host may serve it. */
export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [svelte({ configFile: false, compilerOptions: { css: 'external' } })],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    // A data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
