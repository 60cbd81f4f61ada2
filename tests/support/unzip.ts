import { crc32, inflateRawSync } from 'node:zlib'

/** What is in a ZIP, by the list at its end; every sum is checked. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [length, nameLength, place] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const from = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28)
    const bytes = inflateRawSync(zip.subarray(from, from + length))
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} has another sum`)
    files.set(name, bytes)
    at += 46 + nameLength
  }
  return files
}
