import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import type { Encoding } from '../../../src-shared/station/batch/batch.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { unreadable } from './refusal.ts'

/** Callbacks of a reader of XML, in the order of the text. */
export interface XmlReader {
  /** @param name without its prefix */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

/** Longer no cell and no value of an order is, and no tag. */
const MOST_BETWEEN = 8 * 1024 * 1024

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML piece by piece and returns the reader's results after each. Nothing is fetched, and entities of a DTD are
 * never expanded: a text with a DTD is refused.
 * @throws StationError UNREADABLE_FILE with the line
 */
export async function* readXml<T>(
  pieces: AsyncIterable<string>,
  reader: XmlReader,
  gathered: () => T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser({ xmlns: false })
  let since = 0
  parser.on('opentag', ({ name, attributes }) => {
    since = 0
    const bare: Record<string, string> = {}
    for (const [key, value] of Object.entries(attributes)) {
      if (!key.startsWith('xmlns')) bare[bareName(key)] = value
    }
    reader.open(bareName(name), bare)
  })
  parser.on('text', (text) => reader.text(text))
  parser.on('cdata', (text) => reader.text(text))
  parser.on('closetag', ({ name }) => {
    since = 0
    reader.close(bareName(name))
  })
  parser.on('doctype', () => {
    throw unreadable('The XML declares a document type (DTD), which is not read. Export it without one.', 'doctype')
  })
  parser.on('error', (error) => {
    throw unreadable(`Line ${parser.line} is no XML: ${error.message}`, 'xml', parser.line)
  })
  for await (const piece of pieces) {
    since += piece.length
    parser.write(piece)
    if (since > MOST_BETWEEN) {
      throw unreadable(`Line ${parser.line}: a text of more than ${MOST_BETWEEN} characters.`, 'text', parser.line)
    }
    yield* gathered()
  }
  parser.close()
  yield* gathered()
}

/** The text of a file, piece by piece. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 64 * 1024 })
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** As an error of a file that cannot be read, unless it says more. */
export const asUnreadable = (cause: unknown, message: string, why: string): StationError =>
  cause instanceof StationError ? cause : unreadable(message, why)
