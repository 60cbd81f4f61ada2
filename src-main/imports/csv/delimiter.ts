import { DELIMITERS, type Delimiter } from '../../../src-shared/station/batch/batch.ts'

/** `sep=;` as a spreadsheet's own first line. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i
const MOST_RECORDS = 50

/** The delimiter that the first line names, and how much of the text that line is; null when it is an ordinary line. */
export function delimiterLine(text: string): { delimiter: Delimiter; length: number } | null {
  const found = DELIMITER_LINE.exec(text)
  const delimiter = DELIMITERS.find((candidate) => candidate === found?.[1])
  return found && delimiter ? { delimiter, length: found[0].length } : null
}

/**
 * The delimiter that cuts the first records of a text most evenly: each candidate is counted outside quotes, and the one
 * wins that occurs equally often in most records; of two alike, the more frequent; of none, the comma.
 */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; even: number; count: number } = { delimiter: ',', even: 0, count: 0 }
  for (const delimiter of DELIMITERS) {
    const counts = countsPerRecord(text, delimiter)
    // Title lines above the header have none or others.
    const [[usual, of] = [0, []]] = [...Map.groupBy(counts.filter(Boolean), Number)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )
    if (usual === 0) continue
    const even = of.length / counts.length
    if (even > best.even || (even === best.even && usual > best.count)) best = { delimiter, even, count: usual }
  }
  return best.delimiter
}

/** How often the delimiter occurs in each of the first records that are not empty, outside quotes. */
function countsPerRecord(text: string, delimiter: Delimiter): number[] {
  const counts: number[] = []
  let count = 0
  let isQuoted = false
  let isEmpty = true
  for (let at = 0; at < text.length && counts.length < MOST_RECORDS; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && (sign === '\n' || sign === '\r')) {
      if (!isEmpty) counts.push(count)
      count = 0
      isEmpty = true
      continue
    }
    isEmpty = false
    if (!isQuoted && sign === delimiter) count += 1
  }
  // The sample's last record may be cut off in the middle; it only counts when it is the only one.
  return counts.length === 0 && !isEmpty ? [count] : counts
}
