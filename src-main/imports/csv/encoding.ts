import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Encoding } from '../../../src-shared/station/batch/batch.ts'

export interface FileForm {
  encoding: Encoding
  /** Neither a mark at the start nor valid UTF-8: windows-1252 is the best guess. */
  isEncodingGuessed: boolean
  sha256: string
  bytes: number
}

/**
 * Reads a whole file once, piece by piece: its hash, and the encoding that fits every byte of it. A mark at the start
 * decides; else zeros in every second place are UTF-16, valid UTF-8 is UTF-8, and anything else is taken for
 * windows-1252, which holds Latin-1.
 */
export async function examineFile(path: string): Promise<FileForm> {
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let start = Buffer.alloc(0)
  let bytes = 0
  const stream: AsyncIterable<Buffer> = createReadStream(path)
  for await (const piece of stream) {
    hash.update(piece)
    bytes += piece.length
    if (start.length < SAMPLE) start = Buffer.concat([start, piece.subarray(0, SAMPLE - start.length)])
    isUtf8 &&= decodes(utf8, piece)
  }
  isUtf8 &&= decodes(utf8)
  return { ...encodingOf(start, isUtf8), sha256: hash.digest('hex'), bytes }
}

const SAMPLE = 4096

/** The encoding that fits all of these bytes. */
export function encodingOfBytes(bytes: Uint8Array): Encoding {
  const start = Buffer.from(bytes.subarray(0, SAMPLE))
  return encodingOf(start, decodes(new TextDecoder('utf-8', { fatal: true }), Buffer.from(bytes))).encoding
}

/** The encoding of bytes of which these are the first, given whether all of them are valid UTF-8. */
function encodingOf(start: Buffer, isUtf8: boolean): Pick<FileForm, 'encoding' | 'isEncodingGuessed'> {
  const sure = (encoding: Encoding) => ({ encoding, isEncodingGuessed: false })
  if (start[0] === 0xff && start[1] === 0xfe) return sure('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return sure('utf-16be')
  const zeros = { even: 0, odd: 0 }
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1
  })
  // Text of European languages in UTF-16 has a zero in nearly every character; in another encoding it has none at all.
  const many = start.length / 8
  if (zeros.odd > many && zeros.even === 0) return { encoding: 'utf-16le', isEncodingGuessed: true }
  if (zeros.even > many && zeros.odd === 0) return { encoding: 'utf-16be', isEncodingGuessed: true }
  return isUtf8 ? sure('utf-8') : { encoding: 'windows-1252', isEncodingGuessed: true }
}

function decodes(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    // Not UTF-8: that is the answer, not a fault.
    return false
  }
}
