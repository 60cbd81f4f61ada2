/** What a native library needs of the system it is loaded on, read from the library itself. */

/** The sections of an image of Windows, or the segments of an ELF file: where memory comes from in the file. */
interface Mapped {
  address: number
  size: number
  offset: number
}

const IMPORTS = { directory: 1, bytes: 20, nameAt: 12 }
const DELAYED_IMPORTS = { directory: 13, bytes: 32, nameAt: 4 }

/**
 * The libraries that a PE image imports, at its load or later, in lower case (Microsoft, PE Format).
 * @throws RangeError when it is cut off
 */
export function importedLibraries(bytes: Buffer): string[] {
  const header = bytes.readUInt32LE(0x3c) + 4
  const optional = header + 20
  const isWide = bytes.readUInt16LE(optional) === 0x20b
  const sections = Array.from({ length: bytes.readUInt16LE(header + 2) }, (_, index): Mapped => {
    const at = optional + bytes.readUInt16LE(header + 16) + 40 * index
    const [virtualBytes, address] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)]
    const [fileBytes, offset] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)]
    return { address, size: Math.max(virtualBytes, fileBytes), offset }
  })
  const names = [IMPORTS, DELAYED_IMPORTS].flatMap(({ directory, bytes: size, nameAt }) => {
    const table = bytes.readUInt32LE(optional + (isWide ? 112 : 96) + 8 * directory)
    const found: string[] = []
    if (table === 0) return found
    for (let at = offsetOf(sections, table) + nameAt; bytes.readUInt32LE(at) !== 0; at += size)
      found.push(textAt(bytes, offsetOf(sections, bytes.readUInt32LE(at))).toLowerCase())
    return found
  })
  return [...new Set(names)]
}

const SEGMENT = { load: 1, dynamic: 2 }
const TAG = { end: 0, strings: 5, versions: 0x6ffffffe, versionCount: 0x6fffffff }

/**
 * The newest version of the C library that a 64-bit ELF file needs, as `2.34`; null: none (System V ABI; LSB, Symbol Versioning).
 * @throws RangeError when it is cut off
 */
export function neededGlibc(bytes: Buffer): string | null {
  const number = (at: number) => Number(bytes.readBigUInt64LE(at))
  const [firstHeader, headerBytes] = [number(0x20), bytes.readUInt16LE(0x36)]
  const segments = Array.from({ length: bytes.readUInt16LE(0x38) }, (_, index) => {
    const at = firstHeader + headerBytes * index
    return { kind: bytes.readUInt32LE(at), offset: number(at + 8), address: number(at + 16), size: number(at + 32) }
  })
  const dynamic = segments.find(({ kind }) => kind === SEGMENT.dynamic)
  if (dynamic === undefined) return null
  const tags = new Map<number, number>()
  for (let at = dynamic.offset; number(at) !== TAG.end; at += 16) tags.set(number(at), number(at + 8))
  const loaded = segments.filter(({ kind }) => kind === SEGMENT.load)
  const [versions, strings] = [tags.get(TAG.versions), tags.get(TAG.strings)]
  if (versions === undefined || strings === undefined) return null
  const texts = offsetOf(loaded, strings)
  const needed: string[] = []
  for (let at = offsetOf(loaded, versions), left = tags.get(TAG.versionCount) ?? 0; left > 0; left -= 1) {
    let version = at + bytes.readUInt32LE(at + 8)
    for (let more = bytes.readUInt16LE(at + 2); more > 0; more -= 1) {
      const name = /^GLIBC_(\d+(?:\.\d+)+)$/.exec(textAt(bytes, texts + bytes.readUInt32LE(version + 8)))?.[1]
      if (name !== undefined) needed.push(name)
      version += bytes.readUInt32LE(version + 12)
    }
    at += bytes.readUInt32LE(at + 12)
  }
  return needed.sort(byVersion).at(-1) ?? null
}

/** Orders `2.9` before `2.34`. */
export function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function offsetOf(parts: readonly Mapped[], address: number): number {
  const part = parts.find((one) => address >= one.address && address < one.address + one.size)
  if (part === undefined) throw new RangeError('a native library is cut off')
  return part.offset + address - part.address
}

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, bytes.indexOf(0, offset))
}
