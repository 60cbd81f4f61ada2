import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { ANSWERS } from '../tests/freight/documented-answers.ts'
import { readingTable } from '../tests/freight/every-change.ts'
import { SECTIONS } from '../tests/sandbox/conformance/sections.ts'
import { projectRoot } from './project.ts'

/**
 * `npm run interface`: writes docs/interface.md: the rows of the interface document as the conformance tests list them, and
 * what is read of answers that are written otherwise.
 */

export const INTERFACE_PAGE = join(projectRoot, 'docs/interface.md')

const TESTS = 'tests/sandbox/conformance'

/** A test by its full name and its file. */
export interface ListedTest {
  name: string
  file: string
}

const listSchema = z.array(z.object({ name: z.string(), file: z.string() }))

/** The tests as they are now, collected and not run. */
async function listedTests(): Promise<ListedTest[]> {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [vitest, 'list', '--json', '--no-static-parse', '--project', 'rooms', TESTS],
    { cwd: projectRoot, maxBuffer: 16 * 1024 * 1024 },
  )
  return listSchema.parse(JSON.parse(stdout))
}

/** The page that these tests make; those of other rooms make no row. */
export async function interfacePage(tests: readonly ListedTest[]): Promise<string> {
  const lines = tests
    .map(({ name, file }) => ({ name, file: relative(projectRoot, file).replaceAll('\\', '/') }))
    .filter(({ file }) => file.startsWith(`${TESTS}/`))
    .flatMap(({ name, file }) => lineOf(name, file))
    // Vitest lists files in the order they happen to load; rows of one file keep the order they stand in.
    .toSorted((a, b) => a.order - b.order || a.file.localeCompare(b.file, 'en'))
  const rows = await formatted(`${HEAD}\n${lines.map(({ text }) => text).join('\n')}\n`)
  return `${rows}\n${await readingSection()}`
}

/** The part of the page on what is read of an answer whose fields are written otherwise than the interface shows. */
export const readingSection = (): Promise<string> => formatted(`${READING_HEAD}\n${readingTable(ANSWERS)}`)

async function formatted(page: string): Promise<string> {
  return format(page, { ...(await resolveConfig(INTERFACE_PAGE)), parser: 'markdown' })
}

const HEAD = `# The interface, row by row

Every row of the interface document's tables and lists, where the embedded service implements it, and the test that asks
the running service for it over HTTP. Made by \`npm run interface\` from the names of those tests.

| Section | Row | Implemented in | Tested by |
| --- | --- | --- | --- |`

const READING_HEAD = `# What is read of an answer that is written otherwise

Every field of every documented answer, left out, null, empty, of another type, an unknown word, a number as a text, a text as
a number, huge, or with fields that nobody knows: what becomes of it. A list has two rows, of which the first is changed; a row
that is left out of a list of shipments or events is set aside, an offer is counted. Made by \`npm run interface\`, held by \`tests/freight/every-field.test.ts\`.
`

/** One line for a row; a test that is not named after a row makes none. */
function lineOf(name: string, file: string): { order: number; file: string; text: string }[] {
  const sections = Object.entries(SECTIONS)
  const order = sections.findIndex(([section]) => name.startsWith(`${section}: `))
  const found = sections[order]
  if (!found) return []
  const [section, implementedIn] = found
  const row = name.slice(section.length + 2)
  const cells = [section, row, `\`${implementedIn}\``, `\`${file}\``]
  return [{ order, file, text: `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |` }]
}

if (import.meta.main) {
  await writeFile(INTERFACE_PAGE, await interfacePage(await listedTests()))
}
