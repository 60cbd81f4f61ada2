const BYTE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})
/** By a byte with one, two and three bytes of nothing behind it: four bytes in a step need not wait for each other. */
const SECOND = behind(BYTE)
const THIRD = behind(SECOND)
const FOURTH = behind(THIRD)

function behind(table: Uint16Array): Uint16Array {
  return table.map((crc) => ((crc << 8) & 0xffff) ^ (BYTE[crc >> 8] ?? 0))
}

/**
 * The check of `:Z64:` and `:B64:` data: CRC-16 with polynomial 0x1021 and start value 0, over the base64 text.
 * @param crc of what precedes these bytes
 */
export function crc16(bytes: Uint8Array, crc = 0): number {
  const { length } = bytes
  let at = 0
  for (; at + 3 < length; at += 4) {
    crc =
      (FOURTH[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0) ^
      (THIRD[(crc & 0xff) ^ (bytes[at + 1] ?? 0)] ?? 0) ^
      (SECOND[bytes[at + 2] ?? 0] ?? 0) ^
      (BYTE[bytes[at + 3] ?? 0] ?? 0)
  }
  for (; at < length; at += 1) crc = ((crc << 8) & 0xffff) ^ (BYTE[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
  return crc
}
