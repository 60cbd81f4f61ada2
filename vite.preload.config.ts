import { defineConfig } from 'vite'

/** The preload script's build: one CommonJS file, the only kind that a sandboxed page's preload can be. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'out',
    emptyOutDir: false,
    target: 'chrome140',
    minify: false,
    lib: { entry: 'src-main/shell/desktop/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
})
