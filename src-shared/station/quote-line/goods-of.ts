import { typed, type Part, type Reading } from './cursor.ts'
import { isGoodsWord } from './goods.ts'
import type { LineDoubt } from './line.ts'
import { lostDirections } from './lost-direction.ts'
import { nearWord } from './near-word.ts'
import { phraseOfName } from './read-cargo.ts'

/** Adjacent parts that may be a description. */
interface Run {
  parts: Part[]
  isGoods: boolean
  isAfterCargo: boolean
}

/**
 * The words of a cargo line without another meaning: its description and what of them is not understood. The
 * description is the first run of words that names goods, and else the first behind the cargo; every other run is
 * named as unclear.
 * @param isStarted something of the cargo is known
 */
export function goodsOf(
  reading: Reading,
  parts: readonly Part[],
  isStarted: boolean,
): { description: string | null; unclear: LineDoubt[] } {
  const unclear: LineDoubt[] = []
  const runs = runsOf(reading, parts, unclear)
  const quoted = runs.filter((run) => run.parts.some(isQuoted))
  const goods = runs.filter((run) => run.isGoods)
  const after = isStarted ? runs.find((run) => run.isAfterCargo) : undefined
  const first = goods[0] ?? after
  const chosen = [...new Set([...(first ? [first] : []), ...quoted])]
  for (const run of runs) {
    if (!chosen.includes(run)) unclear.push(doubt(reading, run.parts, 'unknown'))
    else unclear.push(...unknownIn(reading, run))
  }
  const description = chosen.map((run) => textOf(reading, run)).join(' ')
  return { description: description === '' ? null : description, unclear }
}

const isQuoted = ({ meaning }: Part) => meaning.kind === 'quoted'
const isSaid = ({ meaning }: Part) => meaning.kind === 'word' || meaning.kind === 'quoted'

function runsOf(reading: Reading, parts: readonly Part[], unclear: LineDoubt[]): Run[] {
  const runs: Run[] = []
  let current: Part[] = []
  let isAfterCargo = false
  const lost = new Set(lostDirections(reading, parts).flat())
  const close = () => {
    const last = current.findLastIndex(isSaid)
    const words = current.slice(0, last + 1)
    if (words.length > 0)
      runs.push({ parts: words, isGoods: words.some((part) => isKnown(reading, part)), isAfterCargo })
    current = []
  }
  for (const part of parts) {
    const near = part.meaning.kind === 'word' && !isKnown(reading, part) ? nearWord(reading, part) : null
    if (near !== null) {
      close()
      unclear.push({ ...doubt(reading, [part], 'misspelt'), readings: near })
    } else if (lost.has(part) && (part.meaning.kind === 'word' || part.meaning.kind === 'joint')) close()
    else if (isSaid(part)) current.push(part)
    else if (part.meaning.kind === 'joint' && current.length > 0) current.push(part)
    else {
      close()
      if (part.meaning.kind !== 'mark' && part.meaning.kind !== 'joint') {
        isAfterCargo ||= ['count', 'size', 'weight', 'number', 'preset'].includes(part.meaning.kind)
      }
    }
  }
  close()
  return runs
}

/** A freight word, of a preset's goods, or in quotation marks. */
function isKnown(reading: Reading, part: Part): boolean {
  if (isQuoted(part)) return true
  const word = phraseOfName(typed(reading, part.start, part.end))
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, '')]
  if (forms.some(isGoodsWord)) return true
  return reading.context.presets.some(({ cargo }) =>
    cargo.some(({ description }) => phraseOfName(description).split(' ').includes(word)),
  )
}

/** Unknown words among the goods, adjacent ones as one. */
function unknownIn(reading: Reading, run: Run): LineDoubt[] {
  const doubts: LineDoubt[] = []
  let unknown: Part[] = []
  const close = () => {
    const last = unknown.findLastIndex(isSaid)
    if (last >= 0) doubts.push(doubt(reading, unknown.slice(0, last + 1), 'unknown'))
    unknown = []
  }
  for (const part of run.parts) {
    if (isSaid(part) && !isKnown(reading, part)) unknown.push(part)
    else if (part.meaning.kind === 'joint' && unknown.length > 0) unknown.push(part)
    else close()
  }
  close()
  return doubts
}

function doubt(reading: Reading, parts: readonly Part[], why: LineDoubt['why']): LineDoubt {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const text = typed(reading, start, end)
  const [first, last] = [reading.tokens[start], reading.tokens[end - 1]]
  return { text, why, readings: why === 'unknown' ? [`"${text}"`] : [], from: first?.from ?? 0, to: last?.to ?? 0 }
}

/** As typed, without the quotation marks. */
function textOf(reading: Reading, { parts }: Run): string {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  return typed(reading, start, end).replaceAll(/["“”]/g, '')
}
