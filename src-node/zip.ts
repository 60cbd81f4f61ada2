import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib'
import { runtime } from './runtime/runtime.ts'

export interface ZipEntry {
  /** With `/` between folders; ASCII. */
  name: string
  bytes: Uint8Array
}

/** An entry whose bytes come piece by piece; texts are UTF-8. */
export interface ZipPieces {
  name: string
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** The sums of an entry's bytes after they have passed. */
interface Sums {
  crc: number
  bytes: number
  packed: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DESCRIPTOR = 0x08074b50
/** The sums come after the bytes, not before them. */
const SUMS_BEHIND = 0x8
/** Of the format that knows folders and deflate. */
const VERSION = 20
const DEFLATED = 8
const inBackground = promisify(deflateRaw)

/**
 * A ZIP file (PKWARE APPNOTE 6.3.10, without ZIP64): fewer than 65,536 entries, less than 4 GiB.
 * @param at when its entries were made, as this machine counts hours
 */
export async function zipOf(entries: readonly ZipEntry[], at: Date): Promise<Buffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const packed = bytes.length <= runtime().processes.smallBytes ? deflateRawSync(bytes) : await inBackground(bytes)
    const common = commonOf(name, at, 0, { crc: crc32(bytes), bytes: bytes.length, packed: packed.length })
    local.push(word(LOCAL), common, Buffer.from(name), packed)
    central.push(...centralOf(name, common, offset))
    offset += 4 + common.length + Buffer.byteLength(name) + packed.length
  }
  return Buffer.concat([...local, ...central, ...endOf(entries.length, central, offset)])
}

/**
 * A ZIP file as `zipOf` makes it, piece by piece, of entries that need not be in memory.
 * @param at when its entries were made, as this machine counts hours
 */
export async function* zipStream(entries: readonly ZipPieces[], at: Date): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = []
  let offset = 0
  for (const { name, pieces } of entries) {
    const sums: Sums = { crc: 0, bytes: 0, packed: 0 }
    const head = Buffer.concat([word(LOCAL), commonOf(name, at, SUMS_BEHIND, sums), Buffer.from(name)])
    yield head
    yield* packed(pieces, sums)
    const common = commonOf(name, at, SUMS_BEHIND, sums)
    // The very three words that the list at the end has of it.
    const descriptor = Buffer.concat([word(DESCRIPTOR), common.subarray(10, 22)])
    yield descriptor
    central.push(...centralOf(name, common, offset))
    offset += head.length + sums.packed + descriptor.length
  }
  yield Buffer.concat([...central, ...endOf(entries.length, central, offset)])
}

async function* packed(pieces: ZipPieces['pieces'], sums: Sums): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      sums.crc = crc32(bytes, sums.crc)
      sums.bytes += bytes.length
      yield bytes
    }
  }
  const packer = createDeflateRaw()
  const fed = pipeline(counted(), packer)
  // The packer's reader gets the error; without this it would be reported twice.
  fed.catch(() => undefined)
  const out: AsyncIterable<Buffer> = packer
  for await (const bytes of out) {
    sums.packed += bytes.length
    yield bytes
  }
  await fed
}

/** The fields that an entry's own header and the list at the end share. */
function commonOf(name: string, at: Date, flags: number, { crc, bytes, packed }: Sums): Buffer {
  const [date, time] = dosTime(at)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(DEFLATED, 4)
  common.writeUInt16LE(time, 6)
  common.writeUInt16LE(date, 8)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(packed, 14)
  common.writeUInt32LE(bytes, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  return common
}

function centralOf(name: string, common: Buffer, offset: number): Buffer[] {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION)
  return [word(CENTRAL), madeBy, common, place, Buffer.from(name)]
}

function endOf(entries: number, central: readonly Buffer[], offset: number): Buffer[] {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries, 4)
  end.writeUInt16LE(entries, 6)
  end.writeUInt32LE(
    central.reduce((sum, part) => sum + part.length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return [word(END), end]
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Days and two-second steps since 1980. */
function dosTime(at: Date): [date: number, time: number] {
  const year = Math.min(Math.max(at.getFullYear(), 1980), 2107) - 1980
  return [
    (year << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
    (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
  ]
}
