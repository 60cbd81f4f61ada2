import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { zipOf } from '../../src-node/zip.ts'
import { createConversion, type Conversion } from '../../src-main/labels/conversion/conversion.ts'
import { openTable } from '../../src-main/imports/sheets/table-file.ts'
import { importInvoices } from '../../src-main/spend/invoice-csv.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { xlsx } from '../support/xlsx.ts'
import { unzip } from '../support/unzip.ts'
import { labelPdf } from '../conversion/documents.ts'
import { randomOf, type Random } from './random.ts'

export interface FileFuzzOptions {
  seed: number
  goesOn: (cases: number) => boolean
  /** The longest time for which the station may do nothing else, in milliseconds. */
  mostHoldMs: number
}

export interface FileFuzzReport {
  cases: number
  read: number
  /** Refusals by their reason. */
  refused: Record<string, number>
  /** What was neither read nor refused, or held the station: the case, its file and what came of it. */
  broken: string[]
  longestHoldMs: number
  slowestMs: number
  mostMemoryMb: number
}

const HEADERS = ['Order No', 'City', 'State', 'ZIP', 'Pieces', 'Weight', 'Pickup']
const rowOf = (at: number) => [`SO-${at}`, 'Laredo', 'TX', '78040', '2', '480', '2026-11-23']
const rows = [HEADERS, ...Array.from({ length: 40 }, (_, at) => rowOf(at))]
const records = rows.slice(1).map((cells) => Object.fromEntries(HEADERS.map((name, at) => [name, cells[at]])))
const tag = (name: string) => name.replaceAll(' ', '')
const TEXTS = {
  csv: rows.map((cells) => cells.join(',')).join('\n'),
  json: JSON.stringify(records.map((record) => ({ ...record, lines: [{ pieces: 1 }, { pieces: 2 }] }))),
  ndjson: records.map((record) => JSON.stringify(record)).join('\n'),
  xml: `<orders>${records
    .map((record) => `<order>${HEADERS.map((name) => `<${tag(name)}>${record[name]}</${tag(name)}>`).join('')}</order>`)
    .join('')}</orders>`,
  invoice: [
    'carrier,invoice,pro,date,amount',
    ...rows.map((_, at) => `Estes,INV-${at},${10_000 + at},2026-11-20,"1,0${at % 10}0.50"`),
  ].join('\n'),
  zpl: '^XA^PW812^LL1218^FO50,50^A0N,40,40^FDLaredo TX 78040^FS^FO50,200^BY3^BCN,120,Y,N,N^FDSO-4711^FS^PQ2^XZ',
  epl: '\nN\nq812\nQ1218,24\nA50,50,0,4,1,1,N,"Laredo TX 78040"\nB50,200,0,1,3,6,120,B,"SO-4711"\nP2\n',
}
const BINARY = ['xlsx', 'pdf', 'png'] as const
type Kind = keyof typeof TEXTS | (typeof BINARY)[number]
const LABELS: Partial<Record<Kind, LabelFormat>> = { zpl: 'ZPL', epl: 'EPL', pdf: 'PDF', png: 'PNG' }
const KINDS = [
  ...(['csv', 'json', 'ndjson', 'xml', 'xlsx', 'invoice', 'zpl', 'epl', 'pdf', 'png'] as const),
] as const satisfies readonly [Kind, ...Kind[]]
const LABEL = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const

/** What a file is made worse by, once or very often. */
const PIECES = [
  ...['"', ',', ';', '\n', '\r', '\t', '{', '[', '[[', '}', ']', ':', '\\', '\u0000', '\ufeff', '\ufffe', '1e999'],
  ...['<a>', '<a/>', '</a>', '<a b="c">', '<!DOCTYPE a [<!ENTITY b "c">]>', '&b;', '&#x0;', '<![CDATA[', '<!--', '<?x'],
  ...[
    '{"a":1}',
    '"a":',
    '[]',
    '{}',
    'null',
    '99999999999999999999',
    '<row r="1048577">',
    '<c r="XFE1">',
    '<v>',
    '<is><t>',
  ],
  ...[
    '^FD',
    '^FS',
    '^XA',
    '^PQ9999,',
    '^GFA,99999999,99999999,999,',
    '^BCN,9999',
    '\nP999\n',
    'GW0,0,999,999,',
    ' obj\n<<',
    '/Count 9',
  ],
  ...['<mergeCell ref="A1:XFD1048576"/>', '<mergeCell ', '<si><t>x</t></si>', 's="65535"', 't="s"', '<dimension ref='],
] as const satisfies readonly string[]
const TIMES = [1, 1, 1, 3, 1_000, 60_000] as const

/** One text with some of it lost, doubled, or repeated many times. */
function worse(text: string, random: Random): string {
  let made = text
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(made.length + 1)
    const end = Math.min(made.length, at + random.below(200))
    const piece = random.below(3) === 0 ? made.slice(at, end) : random.of(PIECES)
    const repeated = piece.repeat(Math.min(random.of(TIMES), Math.ceil(2_000_000 / Math.max(1, piece.length))))
    const isLost = random.below(4) === 0
    made = made.slice(0, at) + (isLost ? '' : repeated) + made.slice(isLost ? end : at)
  }
  return made
}

interface Whole {
  workbook: Map<string, Buffer>
  pdf: Buffer
  png: Buffer
}

async function fileOf(kind: Kind, whole: Whole, random: Random): Promise<Buffer> {
  if (kind === 'pdf' || kind === 'png') return damaged(Buffer.from(whole[kind]), random)
  if (kind !== 'xlsx') return Buffer.from(worse(TEXTS[kind], random), random.below(8) === 0 ? 'utf16le' : 'utf8')
  const parts = [...whole.workbook]
  const chosen = random.below(parts.length)
  const entries = parts.map(([name, bytes], at) => ({
    name,
    bytes: at === chosen ? Buffer.from(worse(bytes.toString('utf8'), random)) : bytes,
  }))
  const zip = await zipOf(entries, new Date('2026-10-21T20:00:00Z'))
  return random.below(4) > 0 ? zip : damaged(zip, random)
}

/** The container itself: bytes changed, a text repeated within, or its end cut off. */
function damaged(bytes: Buffer, random: Random): Buffer {
  if (random.below(3) === 0) return Buffer.from(worse(bytes.toString('latin1'), random), 'latin1')
  for (let left = random.below(20); left > 0; left -= 1) bytes[random.below(bytes.length)] = random.below(256)
  return random.below(3) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes
}

/** Reads one file as the station does. @throws StationError when it is refused */
async function readAs(kind: Kind, path: string, bytes: Buffer, conversion: Conversion): Promise<void> {
  const format = LABELS[kind]
  if (format) await conversion.preview({ format, bytes }, LABEL)
  else if (kind === 'invoice') await importInvoices(bytes.toString('utf8'), async () => 'added')
  else for await (const _ of (await openTable(path, path)).rows('point'));
}

/**
 * Reads files that were made worse as the station reads tables, invoices and labels. Each is read, or refused as data; none ends this process,
 * holds it, or fills its memory.
 */
export async function fuzzFiles({ seed, goesOn, mostHoldMs }: FileFuzzOptions): Promise<FileFuzzReport> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-fuzz-'))
  const report: FileFuzzReport = {
    ...{ cases: 0, read: 0, refused: {}, broken: [], longestHoldMs: 0, slowestMs: 0, mostMemoryMb: 0 },
  }
  const workbook = unzip(await xlsx(rows, { merges: ['A2:A3'], strings: ['shared'], formats: ['yyyy-mm-dd'] }))
  const pdf = Buffer.from(await labelPdf(['SO-4711', 'SO-4712']))
  const conversion = createConversion()
  const drawn = await conversion.preview({ format: 'PDF', bytes: pdf }, LABEL)
  const whole = { workbook, pdf, png: Buffer.from(drawn[0] ?? []) }
  const holds = runtime().processes.watchHolds()
  try {
    for (; goesOn(report.cases); report.cases += 1) {
      const random = randomOf(seed + report.cases)
      const kind = random.of(KINDS)
      const path = join(dir, `orders.${kind}`)
      const bytes = await fileOf(kind, whole, random)
      writeFileSync(path, bytes)
      const name = `case ${report.cases}, ${kind} of ${bytes.length} bytes`
      await nextTurn()
      holds.reset()
      const begun = performance.now()
      try {
        await readAs(kind, path, bytes, conversion)
        report.read += 1
      } catch (error) {
        if (!(error instanceof StationError)) report.broken.push(`${name}: ${String(error)}`)
        else {
          const why = typeof error.details['why'] === 'string' ? error.details['why'] : error.code
          report.refused[why] = (report.refused[why] ?? 0) + 1
        }
      }
      const held = holds.longestMs()
      if (held > mostHoldMs) report.broken.push(`${name}: held the station for ${held} ms`)
      report.longestHoldMs = Math.max(report.longestHoldMs, held)
      report.slowestMs = Math.max(report.slowestMs, performance.now() - begun)
      report.mostMemoryMb = Math.max(report.mostMemoryMb, process.memoryUsage.rss() / 1e6)
    }
  } finally {
    holds.close()
    await conversion.close()
    rmSync(dir, { recursive: true })
  }
  return report
}
