/**
 * Cuts a stream into lines; calls back for each without its line feed. Throws when one is longer than `most` bytes.
 * @returns reads a chunk, and returns whether a line is unfinished
 */
export function lineReader(most: number, onLine: (line: string) => void): (chunk: Buffer) => boolean {
  let parts: Buffer[] = []
  let length = 0
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8')
      parts = []
      length = 0
      start = end + 1
      onLine(line)
    }
    parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > most) throw new RangeError(`a line is longer than ${most} bytes`)
    return length > 0
  }
}
