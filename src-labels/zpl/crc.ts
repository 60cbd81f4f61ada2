/** By the checksum's high byte and the next one. */
export const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index << 8
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})

/** The check of `:Z64:` and `:B64:` data: CRC-16 with polynomial 0x1021 and start value 0, over the base64 text. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[(crc >> 8) ^ byte] ?? 0)
  return crc
}
