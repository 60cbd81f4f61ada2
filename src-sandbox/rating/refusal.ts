import type { Carrier } from './carriers.ts'
import type { Load } from './load.ts'

const OFFSHORE = ['AK', 'HI']
const MILITARY = ['AA', 'AE', 'AP']

export function isOffshore(load: Load): boolean {
  return [load.origin, load.destination].some(({ country, state }) => country === 'US' && OFFSHORE.includes(state))
}

/** Freight that needs Mexican customs; it is quoted with POST /quote-crossborder. */
export function crossesToMexico({ origin, destination }: Load): boolean {
  return origin.country !== destination.country && [origin, destination].some(({ country }) => country === 'MX')
}

/** Why this carrier cannot take the load, as the end of a sentence; null: it can. */
export function refusalOf(carrier: Carrier, load: Load): string | null {
  const { limits } = carrier
  if (crossesToMexico(load)) return 'it crosses the border with Mexico on a cross-border quote only'
  for (const { country, state } of [load.origin, load.destination]) {
    if (!carrier.countries.includes(country)) return `it does not serve ${country}`
    if (country === 'US' && MILITARY.includes(state)) return 'it does not serve military mail addresses'
    if (carrier.states && !carrier.states.includes(state)) return `it does not serve ${state}`
  }
  if (isOffshore(load) && !carrier.servesOffshore) return 'it does not serve Alaska and Hawaii'
  if (load.isHazmat && !carrier.acceptsHazmat) return 'it takes no hazardous materials'
  const missing = load.accessorials.find((code) => !carrier.accessorials.includes(code))
  if (missing) return `it does not offer ${missing}`
  if (load.pieces > limits.pieces) return `it takes at most ${limits.pieces} pieces`
  const heaviest = Math.max(...load.lines.map(({ weight }) => weight))
  if (heaviest > limits.pieceLb) return `a piece may weigh at most ${limits.pieceLb} lb`
  if (load.weightLb > limits.totalLb) return `a shipment may weigh at most ${limits.totalLb} lb`
  const longest = Math.max(...load.lines.map(({ length, width, height }) => Math.max(length, width, height)))
  if (longest > limits.longestIn) return `a piece may be at most ${limits.longestIn} in long`
  if (load.insuredUsd > limits.insuredUsd) return `it insures at most ${limits.insuredUsd} USD`
  if (carrier.kind === 'PARCEL') {
    const girth = Math.max(...load.lines.map((line) => lengthAndGirth(line)))
    if (girth > carrier.girthIn) return `length plus girth may be at most ${carrier.girthIn} in`
  }
  return null
}

function lengthAndGirth({ length, width, height }: { length: number; width: number; height: number }): number {
  const longest = Math.max(length, width, height)
  return longest + 2 * (length + width + height - longest)
}
