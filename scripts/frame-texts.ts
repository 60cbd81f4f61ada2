import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'

const textsSchema = z.record(z.string(), z.string())
type Texts = z.infer<typeof textsSchema>

/**
 * Gives the page's first load the English texts of the frame alone; those of the screens come with the first screen
 * (src-renderer/messages/catalogue.ts).
 */
export function frameTextsApart(rendererDir: string): Plugin {
  return {
    name: 'frame-texts-apart',
    enforce: 'pre',
    transform(_code, id) {
      const [, part] = /\/messages\/english-(frame|screens)\.ts$/.exec(id) ?? []
      if (part === undefined) return null
      const texts = textsSchema.parse(JSON.parse(readFileSync(join(dirname(id), 'en.json'), 'utf8')))
      const frame = frameTexts(join(rendererDir, 'main.ts'), texts)
      const chosen = Object.entries(texts).filter(([key]) => Object.hasOwn(frame, key) === (part === 'frame'))
      return { code: `export default ${JSON.stringify(Object.fromEntries(chosen))}`, map: null, moduleType: 'js' }
    },
  }
}

/** What of the texts is named by the modules that an entry imports at once, whole or by its beginning. */
export function frameTexts(entry: string, texts: Texts): Texts {
  const keys = new Set<string>()
  const beginnings = new Set<string>()
  for (const source of sourcesFrom(entry)) {
    for (const [, literal = ''] of source.matchAll(/['"`]([a-zA-Z][\w.-]*)/g)) {
      if (literal.endsWith('.')) beginnings.add(literal)
      else keys.add(literal)
    }
    // A word from outside, looked up below the text before it: word('booking', state).
    for (const [, before] of source.matchAll(/\bword\('([\w.]+)'/g)) beginnings.add(`${before}.`)
  }
  const isNamed = (key: string) => keys.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning))
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isNamed(key)))
}

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"()]*?\sfrom\s+)?'(\.[^'?]+\.(?:ts|svelte))'/gm

/** The text of a module and of all that it imports at once: types and what is imported later are not followed. */
function sourcesFrom(entry: string): string[] {
  const sources = new Map<string, string>()
  const visit = (file: string): void => {
    if (sources.has(file)) return
    const source = readFileSync(file, 'utf8')
    sources.set(file, source)
    for (const [, path = ''] of source.matchAll(IMPORT)) visit(join(dirname(file), path))
  }
  visit(entry)
  return [...sources.values()]
}
