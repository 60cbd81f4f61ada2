import { StationError } from '../../../src-shared/station/error.ts'

/**
 * The whole body of a request, at most so many bytes. One that is longer is read past, so that its sender hears the answer,
 * as far as `mostPassed`; then the connection is cut.
 */
export async function readBody(
  request: AsyncIterable<Buffer>,
  { most, mostPassed }: { most: number; mostPassed: number },
): Promise<Buffer | 'too long' | 'endless'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostPassed) return 'endless'
    if (size > most) chunks.length = 0
    else chunks.push(chunk)
  }
  return size > most ? 'too long' : Buffer.concat(chunks)
}

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
