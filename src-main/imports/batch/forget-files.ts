import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { renameWhenFree } from '../../../src-node/rename.ts'
import { nextTurn } from '../../../src-node/runtime/wait.ts'
import type { Blanker } from '../../data/forget/blank.ts'
import type { BatchFiles } from './files.ts'

/** Read at a time: some milliseconds of looking. */
const PIECE_BYTES = 16 * 1024

/** Bytes as text and back, every byte kept: windows-1252 as Latin-1, where nothing is lost; big-endian turned around. */
function codec(encoding: string | null): { read: (bytes: Buffer) => string; write: (text: string) => Buffer } {
  switch (encoding) {
    case 'utf-16le':
      return { read: (bytes) => bytes.toString('utf16le'), write: (text) => Buffer.from(text, 'utf16le') }
    case 'utf-16be':
      return {
        read: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
        write: (text) => Buffer.from(text, 'utf16le').swap16(),
      }
    case 'windows-1252':
      // Latin-1 has no bullets.
      return {
        read: (bytes) => bytes.toString('latin1'),
        write: (text) => Buffer.from(text.replaceAll('•', '*'), 'latin1'),
      }
    default:
      return { read: (bytes) => bytes.toString('utf8'), write: (text) => Buffer.from(text, 'utf8') }
  }
}

/** Where the last whole line of these bytes ends; a byte of it that is the second of a pair belongs to the line. */
function endOfLines(bytes: Buffer, encoding: string | null): number {
  const at = bytes.lastIndexOf(0x0a)
  if (at === -1) return 0
  if (encoding === 'utf-16le') return at + 2 <= bytes.length && at % 2 === 0 ? at + 2 : 0
  if (encoding === 'utf-16be') return at % 2 === 1 ? at + 1 : 0
  return at + 1
}

/** Lines of a file as they are and as they may be kept, some at a time. */
async function* lines(path: string, encoding: string | null, blanker: Blanker) {
  const { read, write } = codec(encoding)
  let rest = Buffer.alloc(0)
  const shown = (bytes: Buffer) => {
    const text = read(bytes)
    const after = blanker.text(text)
    return { isNamed: after !== text, bytes: after === text ? bytes : write(after) }
  }
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PIECE_BYTES })
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const end = endOfLines(bytes, encoding)
    rest = bytes.subarray(end)
    if (end > 0) yield shown(bytes.subarray(0, end))
    await nextTurn()
  }
  if (rest.length > 0) yield shown(rest)
}

/** Does the file of a batch name them? */
export async function isNamedInFile(path: string, encoding: string | null, blanker: Blanker): Promise<boolean> {
  if (!existsSync(path)) return false
  for await (const { isNamed } of lines(path, encoding, blanker)) if (isNamed) return true
  return false
}

/** Writes the file of an ended batch without them; its results are made again when they are asked for. True: it named them. */
export async function blankFile(
  files: Pick<BatchFiles, 'input' | 'removeResults'>,
  batchId: string,
  encoding: string | null,
  blanker: Blanker,
): Promise<boolean> {
  const path = files.input(batchId)
  if (!(await isNamedInFile(path, encoding, blanker))) return false
  const part = `${path}.forgetting.part`
  const out = createWriteStream(part, { flush: true })
  try {
    for await (const { bytes } of lines(path, encoding, blanker)) if (!out.write(bytes)) await once(out, 'drain')
    out.end()
    await once(out, 'close')
    await renameWhenFree(part, path)
  } catch (error) {
    out.destroy()
    rmSync(part, { force: true })
    throw error
  }
  await files.removeResults(batchId)
  return true
}
