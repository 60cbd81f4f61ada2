import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'

/**
 * Writes the list of libraries that come with the app, with their licences and these in full, which Settings > About shows. To
 * be run after a dependency has changed: `node scripts/licences.ts`.
 */

/** Development dependencies whose code, fonts or data Vite or Electron put into the app. */
const BUNDLED = [
  'electron',
  'svelte',
  'bits-ui',
  '@iconify-json/lucide',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  'd3-geo',
  'topojson-client',
  'us-atlas',
  'world-atlas',
]

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
})
type Package = z.output<typeof packageSchema>

export interface Licence {
  name: string
  version: string
  licence: string
  /** Which of the texts holds its own; absent: the package brings none. */
  text?: number
}

export interface Licences {
  list: Licence[]
  /** Licences and notices in full; what several packages bring to the letter stands once. */
  texts: string[]
}

/** Reads a package as Node.js finds it from the folder of the one that asks for it; null: not installed here. */
function packageAt(from: string, name: string): { folder: string; found: Package } | null {
  for (let folder = from; folder.startsWith(root); folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const own = `${folder}/node_modules/${name}`
    const file = `${own}/package.json`
    if (existsSync(file)) return { folder: own, found: packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) }
  }
  return null
}

/** Of a package that names none: what its licence file begins with. */
function licenceInFile(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8')
  return /^(?:the )?mit licen[cs]e/i.test(text.trim()) ? 'MIT' : 'unknown'
}

/** All that a package says of its licence, file after file; null when it brings none. */
function textOf(folder: string): string | null {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying|ofl)/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim())
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** What comes with the app, by name: the dependencies, what is bundled, and what they need in turn. */
export function licences(): Licences {
  const texts: string[] = []
  const textAt = (folder: string): { text?: number } => {
    const text = textOf(folder)
    if (text === null) return {}
    if (!texts.includes(text)) texts.push(text)
    return { text: texts.indexOf(text) }
  }
  const own = packageSchema.parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')))
  const list = new Map<string, Licence>()
  const open = [...Object.keys(own.dependencies), ...BUNDLED].map((name) => ({ name, from: root }))
  for (let next = open.pop(); next; next = open.pop()) {
    const at = packageAt(next.from, next.name)
    if (!at) continue
    const { name, version, license, dependencies } = at.found
    const key = `${name} ${version}`
    if (list.has(key)) continue
    const named = typeof license === 'object' ? license.type : license
    list.set(key, { name, version, licence: named ?? licenceInFile(at.folder), ...textAt(at.folder) })
    // Electron's own npm dependencies only fetch its program.
    if (name === 'electron') continue
    open.push(...Object.keys(dependencies).map((needed) => ({ name: needed, from: at.folder })))
  }
  return { list: [...list.values()].sort((one, other) => one.name.localeCompare(other.name, 'en')), texts }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  programArguments(`node scripts/licences.ts: updates the list of libraries and licenses`, z.object({}))
  const folder = `${root}/src-renderer/screens/settings/about`
  const { list, texts } = licences()
  for (const [name, content] of Object.entries({ 'licences.json': list, 'licence-texts.json': texts })) {
    writeFileSync(`${folder}/${name}`, `${JSON.stringify(content, null, 2)}\n`)
    console.log(`${folder}/${name}`)
  }
}
