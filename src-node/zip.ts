import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { runtime } from './runtime/runtime.ts'

export interface ZipEntry {
  /** With `/` between folders; ASCII. */
  name: string
  bytes: Uint8Array
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Of the format that knows folders and deflate. */
const VERSION = 20
const DEFLATED = 8
const inBackground = promisify(deflateRaw)

/**
 * A ZIP file (PKWARE APPNOTE 6.3.10, without ZIP64): fewer than 65,536 entries, less than 4 GiB.
 * @param at when its entries were made, as this machine counts hours
 */
export async function zipOf(entries: readonly ZipEntry[], at: Date): Promise<Buffer> {
  const [date, time] = dosTime(at)
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const packed = bytes.length <= runtime().processes.smallBytes ? deflateRawSync(bytes) : await inBackground(bytes)
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt16LE(time, 6)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(path.length, 22)
    local.push(word(LOCAL), common, path, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const madeBy = Buffer.alloc(2)
    madeBy.writeUInt16LE(VERSION)
    central.push(word(CENTRAL), madeBy, common, place, path)
    offset += 4 + common.length + path.length + packed.length
  }
  const size = central.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, word(END), end])
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
