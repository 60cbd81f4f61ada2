import type { LineCargo, LineDoubt } from './line.ts'
import { rounded, typed, type Part, type Reading } from './cursor.ts'
import { goodsOf } from './goods-of.ts'
import { phraseOfName } from './read-cargo.ts'
import { PACKAGINGS } from './words.ts'

type Draft = LineCargo & { isEach: boolean | null; weightPart: Part | null; bare: Part | null; from: number }

const emptyLine = (from: number): Draft => ({
  quantity: null,
  weight: null,
  length: null,
  width: null,
  height: null,
  description: null,
  packaging: null,
  isEach: null,
  weightPart: null,
  bare: null,
  from,
})

/** The cargo lines of the parts. A new count with a packaging begins a new line. */
export function cargoOf(reading: Reading, parts: readonly Part[]): { cargo: LineCargo[]; unclear: LineDoubt[] } {
  const lines: Draft[] = [emptyLine(0)]
  const unclear: LineDoubt[] = []
  parts.forEach((part, index) => {
    const line = lineFor(lines, part)
    if (part.meaning.kind === 'weight' && line.bare) {
      // A weight with its unit counts, and the number without one meant something else.
      const bare = doubtOf(reading, line.bare, 'unknown')
      const at = unclear.findIndex(({ from, why }) => why === 'no-unit' && from === bare.from)
      if (at >= 0) unclear[at] = bare
      Object.assign(line, { weight: null, bare: null })
    }
    const isTaken = take(line, part, parts[index + 1])
    if (isTaken === 'no-unit') line.bare = part
    if (isTaken !== true) unclear.push(doubtOf(reading, part, isTaken))
    takePresets(lines, part)
  })
  lines.forEach((line, index) => {
    const until = lines[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const goods = goodsOf(
      reading,
      parts.filter(({ start }) => start >= line.from && start < until),
      isStarted(line),
    )
    if (goods.description !== null) line.description = goods.description
    unclear.push(...goods.unclear, ...weigh(reading, line))
  })
  return { cargo: lines.filter(isStarted).map(whole), unclear }
}

const isStarted = ({ from: _from, weightPart: _part, bare: _bare, isEach: _each, ...line }: Draft) =>
  Object.values(line).some((value) => value !== null)

function whole({ from: _from, weightPart: _part, bare: _bare, isEach: _each, ...line }: Draft): LineCargo {
  return { ...line, quantity: line.quantity ?? 1 }
}

/** Words before the first count belong to the first line. */
function lineFor(lines: Draft[], { meaning, start }: Part): Draft {
  const last = lines.at(-1) ?? emptyLine(0)
  const begins = meaning.kind === 'count' || meaning.kind === 'preset'
  if (!begins || (last.quantity === null && last.packaging === null)) return last
  // "6 drums on 2 pallets" and "2 crates, 3 boxes" alike: two lines, and missing values show.
  if (meaning.kind === 'count' && meaning.quantity === null) return last
  const line = emptyLine(start)
  lines.push(line)
  return line
}

const INCH_SIDES = ['length', 'width', 'height'] as const

/** Puts the part's meaning into the line. @returns the reason when it is uncertain */
function take(line: Draft, part: Part, next: Part | undefined): true | LineDoubt['why'] {
  const { meaning } = part
  switch (meaning.kind) {
    case 'count':
      if (meaning.quantity === null && line.packaging !== null) return true
      line.quantity ??= meaning.quantity
      line.packaging = meaning.packaging
      if (meaning.base) [line.length, line.width] = meaning.base
      return true
    case 'weight':
      if (line.weight !== null) return 'twice'
      Object.assign(line, { weight: meaning.pounds, isEach: meaning.isEach, weightPart: part })
      return true
    case 'size':
      return takeSize(line, meaning.inches, meaning.quantity)
    case 'class':
      line.freightClass = meaning.freightClass
      return true
    case 'hazmat':
      line.hazmat = true
      return true
    case 'number':
      return takeNumber(line, meaning.value, next)
    default:
      return true
  }
}

function takeSize(line: Draft, inches: readonly (number | null)[], quantity: number | null): true | 'twice' {
  if (quantity !== null) line.quantity ??= quantity
  for (const [index, side] of INCH_SIDES.entries()) {
    const value = inches[index] ?? null
    if (value === null) continue
    // The base of a standard pallet gives way to given measures.
    const isBase = line.height === null && inches.length === 3 && inches.every((one) => one !== null)
    if (line[side] !== null && !isBase) return 'twice'
    line[side] = value
  }
  return true
}

/** A number alone: how many, where goods or their measures follow, and else a weight without its unit. */
function takeNumber(line: Draft, value: number, next: Part | undefined): true | LineDoubt['why'] {
  const isCount = Number.isInteger(value) && value > 0 && value < 1000
  const leads = next !== undefined && ['weight', 'size', 'word', 'quoted', 'joint', 'mark'].includes(next.meaning.kind)
  if (isCount && line.quantity === null && leads) {
    line.quantity = value
    return true
  }
  if (line.weight !== null || value < 10) return 'unknown'
  Object.assign(line, { weight: value, isEach: true, weightPart: null })
  return 'no-unit'
}

function takePresets(lines: Draft[], { meaning, start }: Part): void {
  if (meaning.kind !== 'preset') return
  const { preset, quantity } = meaning
  preset.cargo.forEach((kept, index) => {
    const target = index === 0 ? lines.at(-1) : undefined
    const line = target ?? emptyLine(start)
    if (!target) lines.push(line)
    const many = quantity === null ? kept.quantity : preset.cargo.length === 1 ? quantity : kept.quantity * quantity
    Object.assign(line, {
      quantity: many,
      length: kept.length,
      width: kept.width,
      height: kept.height,
      weight: line.weight ?? kept.weight,
      description: kept.description,
      packaging: packagingIn(preset.name),
      ...(line.weight === null ? { isEach: true } : {}),
      ...(kept.freightClass === undefined ? {} : { freightClass: kept.freightClass }),
      ...(kept.hazmat ? { hazmat: true } : {}),
    })
  })
}

/** The packaging implied by a name like "euro pallet". */
function packagingIn(name: string): LineCargo['packaging'] {
  const words = phraseOfName(name).split(' ')
  return words.map((word) => PACKAGINGS.get(word)).find((packaging) => packaging !== undefined) ?? null
}

/** All together is divided among the pieces; an unspecified weight is of each, and asked about. */
function weigh(reading: Reading, line: Draft): LineDoubt[] {
  const { quantity, weight, weightPart, isEach } = line
  if (weight === null || quantity === null || quantity === 1) return []
  if (isEach === false) line.weight = rounded(weight / quantity)
  if (isEach !== null || weightPart === null) return []
  const text = typed(reading, weightPart.start, weightPart.end)
  const [each, total] = reading.language === 'es' ? ['cada una', 'en total'] : ['each', 'total']
  return [{ ...doubtOf(reading, weightPart, 'each-or-total'), readings: [`${text} ${each}`, `${text} ${total}`] }]
}

function doubtOf(reading: Reading, part: Part, why: LineDoubt['why']): LineDoubt {
  const text = typed(reading, part.start, part.end)
  const [first, last] = [reading.tokens[part.start], reading.tokens[part.end - 1]]
  const readings = why === 'no-unit' ? [`${text} lb each`, `${text} lb total`, `${text} kg each`] : []
  return { text, why, readings, from: first?.from ?? 0, to: last?.to ?? 0 }
}
