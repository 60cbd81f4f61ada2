import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { SECTIONS } from '../tests/sandbox/conformance/sections.ts'
import { projectRoot } from './project.ts'

/** `npm run interface`: writes docs/interface.md, the rows of the interface document as the conformance tests list them. */

export const INTERFACE_PAGE = join(projectRoot, 'docs/interface.md')

const listSchema = z.array(z.object({ name: z.string(), file: z.string() }))

/** The page as the tests make it now; they are collected, not run. */
export async function interfacePage(): Promise<string> {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [vitest, 'list', '--json', '--no-static-parse', '--project', 'rooms', 'tests/sandbox/conformance'],
    { cwd: projectRoot, maxBuffer: 16 * 1024 * 1024 },
  )
  const lines = listSchema
    .parse(JSON.parse(stdout))
    .flatMap(({ name, file }) => lineOf(name, relative(projectRoot, file).replaceAll('\\', '/')))
    // Vitest lists files in the order they happen to load; rows of one file keep the order they stand in.
    .toSorted((a, b) => a.order - b.order || a.file.localeCompare(b.file, 'en'))
  const page = `${HEAD}\n${lines.map(({ text }) => text).join('\n')}\n`
  return format(page, { ...(await resolveConfig(INTERFACE_PAGE)), parser: 'markdown' })
}

const HEAD = `# The interface, row by row

Every row of the interface document's tables and lists, where the embedded service implements it, and the test that asks
the running service for it over HTTP. Made by \`npm run interface\` from the names of those tests.

| Section | Row | Implemented in | Tested by |
| --- | --- | --- | --- |`

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
  await writeFile(INTERFACE_PAGE, await interfacePage())
}
