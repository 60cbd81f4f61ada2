import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import type { ServiceFactName } from '../src-shared/station/app/service-profile.ts'
import { ANSWERS } from '../tests/freight/documented-answers.ts'
import { readingTable } from '../tests/freight/every-change.ts'
import { SECTIONS } from '../tests/sandbox/conformance/sections.ts'
import { projectRoot } from './project.ts'

/**
 * `npm run interface`: writes docs/interface.md: the rows of the interface document as the conformance tests list them, what
 * is read of answers that are written otherwise, and what is learned of a service.
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
  return `${rows}\n${await readingSection()}\n${await learnedSection()}`
}

/** The part of the page on what is read of an answer whose fields are written otherwise than the interface shows. */
export const readingSection = (): Promise<string> => formatted(`${READING_HEAD}\n${readingTable(ANSWERS)}`)

/** The part of the page on the connection profile: a line for each fact that is kept of a service. */
export function learnedSection(): Promise<string> {
  const lines = Object.entries(LEARNED).map(([fact, cells]) => `| \`${fact}\` | ${cells.join(' | ')} |`)
  return formatted(`${LEARNED_HEAD}\n${lines.join('\n')}\n${RESPONSE_VARIANTS}`)
}

async function formatted(page: string): Promise<string> {
  return format(page, { ...(await resolveConfig(INTERFACE_PAGE)), parser: 'markdown' })
}

const HEAD = `# The interface, row by row

Written by \`npm run interface\` from the names of the conformance tests; do not edit it by hand. Every row of the interface
document's tables and lists, where the embedded service implements it, and the test that asks the running service for it.

| Section | Row | Implemented in | Tested by |
| --- | --- | --- | --- |`

const READING_HEAD = `# What is read of an answer that is written otherwise

Every field of every documented answer, left out, null, empty, of another type, an unknown word, a number as a text, a text as
a number, huge, or with fields that nobody knows: what becomes of it. A list has two rows, of which the first is changed; a row
that is left out of a list of shipments or events is set aside, an offer is counted. Made by \`npm run interface\`, held by \`tests/freight/every-field.test.ts\`.
`

const LEARNED_HEAD = `# What is learned of a service

The connection profile: kept by the service's base URL, shown under Settings > Freight service, part of the support file, forgotten by one
button. It is for people, and for how lists are asked for; nothing that sends, pays or judges a booking reads it.

| Fact | Value | Seen in | What it changes |
| --- | --- | --- | --- |`

/** Of each fact: what its value may be, in which answers it is seen, and what goes by it. */
const LEARNED: Record<ServiceFactName, [value: string, seenIn: string, changes: string]> = {
  'created-filter': [
    '`day`, `time`, `none`',
    'Lists of shipments that refuse `createdAfter`, or give what lies outside of it',
    'How lists are narrowed down: by day as the interface shows it, by time, or not at all',
  ],
  'track-many': [
    '`works`, `refused`',
    '`POST /track/shipments`',
    'Whether a hundred records are asked for in one call; a refusal is tried again after a while',
  ],
  envelope: ['`full`, `without-meta`, `bare`', 'Every answer', 'Nothing: each is read'],
  dates: ['`iso`, `blank`, `day`, `number`, `other`', 'Every answer', 'Nothing: each is read'],
  numbers: ['`number`, `text`', 'Every answer', 'Nothing: each is read'],
  paging: ['`told`, `untold`', 'Lists', 'Nothing: without word of it the next page is asked for until one is short'],
  'label-formats': [
    'Names, by alphabet',
    'Labels that were fetched, by their bytes and not by what they are called',
    'Nothing: see below',
  ],
  'signature-header': ['A header name', 'Webhooks whose signature is right', 'Nothing: see below'],
  clock: [
    '`right`, or whole hours that it is ahead of this machine (below 0: behind)',
    '`meta.timestamp` of every answer, else its `Date` header; an hour and less is `right`',
    'Nothing automatically: a person is notified, since pickup days and quote expiry depend on it',
  ],
  ...limitRows(),
}

function limitRows(): Record<Extract<ServiceFactName, `limit-${string}`>, [string, string, string]> {
  const row: [string, string, string] = [
    'Calls a minute',
    'Rate-limit headers and 429',
    'How fast calls of that kind go',
  ]
  return {
    'limit-locations': row,
    'limit-quotes-and-tracking': row,
    'limit-documents': row,
    'limit-general': row,
  }
}

const RESPONSE_VARIANTS = `
**Labels** are taken as bytes, as text, as base64 with or without a data URL, or behind a URL; what they are is told by their first
bytes, whatever they are called or sent as. Another format than was asked for is converted for the printer. One that is not ready
is asked for again by itself. The key goes to the service's own origin alone, and a redirect leads to public addresses only.

**Webhooks** are believed by any header \`x-<service>-signature\`: 64 hexadecimal digits of HMAC-SHA256 over the raw bytes,
\`sha256=\` before them in any letter case or left out. The payload's own \`signature\` proves nothing. A time further away than the
window for replays is refused; without one that can be read, the signature and \`eventId\` decide.
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
  programArguments(`npm run interface: writes docs/interface.md from the conformance tests`, z.object({}))
  await writeFile(INTERFACE_PAGE, await interfacePage(await listedTests()))
}
