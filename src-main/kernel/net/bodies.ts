import { StationError } from '../../../src-shared/station/error.ts'

/**
 * Everything of a stream, in one piece.
 * @throws what `tooLong` makes, as soon as there are more bytes than that
 */
export async function readWhole(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tooLong: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLong()
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** @throws StationError INVALID_INPUT */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new StationError({
      code: 'INVALID_INPUT',
      message: 'The body is not JSON in UTF-8.',
      details: { issues: [] },
    })
  }
}
