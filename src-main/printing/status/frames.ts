const STX = 0x02
const ETX = 0x03
/** A longer frame is not an answer; its start is dropped. */
const LONGEST_FRAME = 1024

/**
 * Cuts STX..ETX frames out of what a printer says, in whatever pieces it comes. Bytes outside of frames are ignored; a
 * frame that restarts before it ended loses its first part, as when an answer was cut off by the next.
 */
export function frameReader() {
  let open: number[] | null = null
  const frames: string[] = []
  return {
    /** Complete frames so far, without their STX and ETX. */
    frames: (): readonly string[] => frames,
    push: (piece: Uint8Array): void => {
      for (const byte of piece) {
        if (byte === STX) open = []
        else if (byte === ETX) {
          if (open) frames.push(Buffer.from(open).toString('latin1'))
          open = null
        } else if (open) {
          open.push(byte)
          if (open.length > LONGEST_FRAME) open = null
        }
      }
    },
  }
}

/** The frames of bytes that are all there. */
export function framesOf(bytes: Uint8Array): readonly string[] {
  const reader = frameReader()
  reader.push(bytes)
  return reader.frames()
}
