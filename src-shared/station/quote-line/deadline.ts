import { PLACE_KINDS, type Part, type Reading } from './cursor.ts'

/** Whether a day is said of the pickup or of the delivery, in English and Spanish, folded (tokens.ts). */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const OF_SHIPPING = setOf('ship ships shipped shipping send sending enviar envio mandar embarcar embarque')
const OF_PICKUP = setOf(
  'pickup pick picks picked picking pu ready collect collected collection available leave leaves leaving ' +
    'recoger recogen recojan recoleccion recolectar recolecten listo lista listos listas disponible sale salir salga salida',
)
const OF_DELIVERY = setOf(
  'deliver delivers delivered delivery delivering dlvy dlv arrive arrives arrived arriving arrival there due eta rdd mabd ' +
    'receive received receiving entrega entregas entregar entregado entregada entregue entreguen llega llegar llegue lleguen ' +
    'llegando llegada recibir reciba reciban recibido alla ahi',
)
/** Words of a time until when: of the delivery, unless the pickup is named. */
const UNTIL = setOf('by before until till til latest later nlt deadline within para antes tardar hasta limite')
const BEHIND_A_DAY = setOf('delivery delivered arrival entrega')
const BETWEEN = setOf(
  'must need needs needed required require requires has have want wants to be get gets it they we please on or the this next at ' +
    'no than of for date day is up end noon eod cob morning afternoon business close el la lo se que debe deben tiene hay ser ' +
    'estar este a mas de del dia fecha en requiere necesito necesita quiero proximo siguiente otro mediodia',
)
/** Those of them that begin what is said of a day: "or", "la" and "de" are states behind a city. */
const BEGINNINGS = setOf(
  'must need needs needed required requires has have want wants it they we please que se lo debe deben tiene hay fecha ' +
    'requiere necesito necesita quiero for this next the el este proximo siguiente',
)
const STARTS: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['no', setOf('later mas')],
  ['a', setOf('mas')],
  ['on', setOf('or')],
]
const MOST_LEADS = 10

type DayOf = 'pickup' | 'delivery'

/** Whether "by", "must deliver" or "ready" begins here; words that lead to a day follow. */
export function leadsAt({ tokens }: Reading, start: number): boolean {
  const [word, next] = [tokens[start]?.text ?? '', tokens[start + 1]?.text ?? '']
  if (STARTS.some(([first, seconds]) => word === first && seconds.has(next))) return true
  return [OF_SHIPPING, OF_PICKUP, OF_DELIVERY, UNTIL, BEGINNINGS].some((words) => words.has(word))
}

/** The positions behind one or more words that lead to a day, from the nearest on. */
export function leadEnds(reading: Reading, start: number): number[] {
  const ends: number[] = []
  for (let at = start; at < start + MOST_LEADS;) {
    const end = timeAt(reading, at) ?? (isLead(reading.tokens[at]?.text ?? '') ? at + 1 : null)
    if (end === null) break
    ends.push(end)
    at = end
  }
  return ends
}

const isLead = (word: string) =>
  word === ':' || [OF_SHIPPING, OF_PICKUP, OF_DELIVERY, UNTIL, BETWEEN].some((words) => words.has(word))

/** "5pm", "10:30 am" before a day. */
function timeAt({ tokens }: Reading, at: number): number | null {
  if (!/^\d{1,2}$/.test(tokens[at]?.text ?? '')) return null
  const isLong = tokens[at + 1]?.text === ':' && /^\d\d$/.test(tokens[at + 2]?.text ?? '')
  const end = isLong ? at + 3 : at + 1
  if (/^[ap]m$/.test(tokens[end]?.text ?? '')) return end + 1
  return isLong ? end : null
}

/** What the words from `start` to before `end` say of a day behind them: the last that says it counts. */
export function saidBetween({ tokens }: Reading, start: number, end: number): DayOf | 'until' | null {
  const words = tokens.slice(start, end).map(({ text }) => text)
  const sign = words.findLast((word) => [OF_SHIPPING, OF_PICKUP, OF_DELIVERY].some((one) => one.has(word)))
  if (sign !== undefined) return OF_DELIVERY.has(sign) ? 'delivery' : 'pickup'
  return words.some((word) => UNTIL.has(word)) ? 'until' : null
}

/** What the word behind a day says of it: "friday delivery". */
export function saidBehind({ tokens }: Reading, end: number): DayOf | null {
  const word = tokens[end]?.text ?? ''
  if (BEHIND_A_DAY.has(word)) return 'delivery'
  return OF_PICKUP.has(word) ? 'pickup' : null
}

/** What is said before a day with the place between: "deliver to 80202 friday", "pick up at acme by friday". */
export function saidBefore(reading: Reading, before: readonly Part[]): DayOf | null {
  const nearest = before.at(-1)
  if (nearest?.meaning.kind === 'service') return saidOfService(reading, nearest)
  for (const part of before.toReversed()) {
    if (!PASSED.has(part.meaning.kind)) return null
    if (part.meaning.kind === 'mark' && reading.tokens[part.start]?.text !== ':') return null
    const words = reading.tokens.slice(part.start, part.end).map(({ text }) => text)
    if (words.some((word) => OF_DELIVERY.has(word))) return 'delivery'
    if (words.some((word) => OF_PICKUP.has(word))) return 'pickup'
  }
  return null
}

/** What may be between the word and its day. */
const PASSED: ReadonlySet<string> = new Set([...PLACE_KINDS, 'direction', 'word', 'joint', 'mark'])

/** "Delivery appointment friday", "residential delivery friday"; "liftgate at delivery tomorrow" says nothing of the day. */
function saidOfService(reading: Reading, { meaning, end }: Part): DayOf | null {
  if (meaning.kind !== 'service' || meaning.end === 'both') return null
  const [lead = '', last = ''] = reading.tokens.slice(end - 2, end).map(({ text }) => text)
  if (/^(at|on|en|la|al)$/.test(lead)) return null
  const isSaid = meaning.service === 'APPOINTMENT' || OF_DELIVERY.has(last) || OF_PICKUP.has(last)
  return isSaid ? meaning.end : null
}
