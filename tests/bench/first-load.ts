import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BenchResult } from './ratio.ts'

const AIM_KB = 150
const rendererDir = join(import.meta.dirname, '../../out/renderer')

/** Script and style that the page names itself, and what those scripts import at once; fonts and lazy screens apart. */
export function benchFirstLoad(): BenchResult[] {
  const page = readFileSync(join(rendererDir, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
  const files = new Set<string>()
  const visit = (path: string) => {
    if (files.has(path)) return
    files.add(path)
    if (!path.endsWith('.js')) return
    const text = readFileSync(join(rendererDir, path), 'utf8')
    for (const [, imported] of text.matchAll(
      /(?:^|[;\s}])import\s*(?:[^'"();]*?\bfrom\s*)?["']\.\/([^"']+\.js)["']/g,
    )) {
      if (imported) visit(`assets/${imported}`)
    }
  }
  named.forEach(visit)
  if (files.size === 0) throw new Error('the page names no script')
  const kB = [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(rendererDir, path))).length, 0) / 1000
  const all = readdirSync(join(rendererDir, 'assets')).filter((name) => /\.(js|css)$/.test(name)).length
  return [
    {
      name: 'first load of the renderer, gzip',
      figures: `${kB.toFixed(1)} kB in ${files.size} of ${all} files`,
      measured: [kB, files.size],
      ratio: null,
      aim: { words: `<= ${AIM_KB} kB`, met: kB <= AIM_KB },
    },
  ]
}
