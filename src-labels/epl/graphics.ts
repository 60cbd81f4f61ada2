import { bitmapFromPacked, type Bitmap } from '../bitmap/bitmap.ts'

/**
 * A whole `GW` command: the bitmap's bytes inverted, since in EPL **0 is black**. A missing byte would swallow the
 * commands that follow, so the count is part of the command and always right.
 */
export function directGraphic(x: number, y: number, bitmap: Bitmap): Uint8Array {
  const head = new TextEncoder().encode(`GW${x},${y},${bitmap.bytesPerRow},${bitmap.height},`)
  const command = new Uint8Array(head.length + bitmap.data.length + 1)
  command.set(head)
  for (const [at, byte] of bitmap.data.entries()) command[head.length + at] = ~byte & 0xff
  command[command.length - 1] = 0x0a
  return command
}

/** The bitmap that the raw bytes of a `GW` draw. */
export function decodeDirectGraphic(bytesPerRow: number, rows: number, data: Uint8Array): Bitmap {
  return bitmapFromPacked(
    bytesPerRow * 8,
    rows,
    data.map((byte) => ~byte & 0xff),
  )
}
