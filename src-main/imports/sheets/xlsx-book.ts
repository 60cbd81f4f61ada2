import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { numberFormat, type ShowNumber } from './number-format.ts'
import { tooLarge, unreadable } from './refusal.ts'
import { asUnreadable, readXml, type XmlReader } from './xml-events.ts'

/** No workbook has more parts. */
const MOST_PARTS = 10_000
/** Unpacked; a file that promises more, or holds more than it promises, is refused. */
const MOST_SHEET_BYTES = 1024 * 1024 * 1024
const MOST_PART_BYTES = 128 * 1024 * 1024

/** How a number is to be read by its style: as a day, or as its format shows it; null: the number alone. */
interface CellStyle {
  isDay: boolean
  show: ShowNumber | null
}

/** A workbook that is open; to be closed. */
export interface Book {
  styles: CellStyle[]
  strings: string[]
  /** Days are counted from 1904 instead of 1900. */
  isFrom1904: boolean
  /** The text of the first sheet that is not hidden, piece by piece. */
  sheet(): AsyncGenerator<string>
  close(): void
}

/** Opens a workbook (ECMA-376). @throws StationError UNREADABLE_FILE, TOO_LARGE */
export async function openBook(path: string): Promise<Book> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw asUnreadable(
      cause,
      'The file is no workbook: an old .xls, one with a password, or cut off. Save it as .xlsx without a password.',
      'workbook',
    )
  })
  try {
    const parts = await partsOf(zip)
    const read = (name: string) => partText(zip, parts, name, MOST_PART_BYTES)
    const { target, isFrom1904 } = await firstSheet(read)
    const found = [`xl/${target}`, target.replace(/^\//, '')].find((name) => parts.has(name))
    if (found === undefined) throw unreadable('The workbook has no sheet.', 'no sheet')
    return {
      isFrom1904,
      styles: await stylesOf(read),
      strings: await stringsOf(read),
      sheet: () => partText(zip, parts, found, MOST_SHEET_BYTES),
      close: () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw asDamaged(cause)
  }
}

type ReadPart = (name: string) => AsyncGenerator<string>

async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, entry)
    if (parts.size > MOST_PARTS) throw unreadable('The workbook has too many parts.', 'workbook')
  }
  return parts
}

/** A part's text; none where there is no such part. */
async function* partText(
  zip: ZipFile,
  parts: ReadonlyMap<string, Entry>,
  name: string,
  most: number,
): AsyncGenerator<string> {
  const entry = parts.get(name)
  if (!entry) return
  if (entry.uncompressedSize > most) throw tooLarge('A sheet', most)
  const decoder = new TextDecoder()
  try {
    const pieces: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw asDamaged(cause)
  }
}

/** An error of the container's reader about bad bytes is the file's fault; a system error is not. */
const asDamaged = (cause: unknown): unknown =>
  cause instanceof Error && 'syscall' in cause
    ? cause
    : asUnreadable(cause, 'The workbook is damaged or cut off.', 'workbook')

const quiet = { open: () => undefined, text: () => undefined, close: () => undefined } satisfies XmlReader

async function readPart(read: ReadPart, name: string, reader: Partial<XmlReader>): Promise<void> {
  let isThere = false
  async function* noted() {
    for await (const piece of read(name)) {
      isThere = true
      yield piece
    }
    // Nothing is no XML, and a part may be missing.
    if (!isThere) yield '<none/>'
  }
  for await (const _ of readXml(noted(), { ...quiet, ...reader }, () => [])) continue
}

async function firstSheet(read: ReadPart): Promise<{ target: string; isFrom1904: boolean }> {
  let relation: string | undefined
  let isFrom1904 = false
  await readPart(read, 'xl/workbook.xml', {
    open: (name, { id, state = 'visible', date1904 }) => {
      if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true'
      if (name === 'sheet' && state === 'visible') relation ??= id
    },
  })
  let target: string | undefined
  await readPart(read, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === relation && relation !== undefined) target = Target
    },
  })
  return { target: target ?? 'worksheets/sheet1.xml', isFrom1904 }
}

/** Formats of days that every workbook knows (ECMA-376 Part 1, 18.8.30); 18 to 21 and 45 to 47 are times of a day. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** What of a format's code is text, a color or a locale. */
const LITERAL = /"[^"]*"|\\.|\[[^\]]*\]|_./g

function styleOf(id: number, code: string | undefined): CellStyle {
  const bare = (code ?? '').replaceAll(LITERAL, '')
  const isDay = code === undefined ? isBuiltInDay(id) : /[ymdhs]/i.test(bare) && !/general/i.test(bare)
  return { isDay, show: code === undefined ? null : numberFormat(code) }
}

async function stylesOf(read: ReadPart): Promise<CellStyle[]> {
  const codes = new Map<number, string>()
  const styles: CellStyle[] = []
  let isInCells = false
  await readPart(read, 'xl/styles.xml', {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) styles.push(styleOf(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

async function stringsOf(read: ReadPart): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  // The phonetic reading in Japanese is beside it.
  let isReading = false
  await readPart(read, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      if (name === 'si') strings.push(text)
      if (name === 'rPh') isReading = false
      isText = false
    },
  })
  return strings
}
