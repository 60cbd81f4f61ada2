import { ACCESSORIALS } from '../../freight/accessorial.ts'
import { pickupDayFrom, whyNoPickup, type PickupPlace } from '../booking/pickup-day.ts'
import { cargoOf } from './cargo.ts'
import { NOT_UNDERSTOOD, typed, type Part, type Reading } from './cursor.ts'
import { endsOf } from './ends.ts'
import type { LineContext, LineDoubt, LinePlace, ReadLine } from './line.ts'
import { lostDirections } from './lost-direction.ts'
import { partsOf } from './parts.ts'
import { tokensOf } from './tokens.ts'
import { accessorialsOf } from './words.ts'

const SPANISH =
  /\b(tarimas?|palets?|cajas?|huacal(es)?|bultos?|piezas?|libras|kilos|manana|hoy|lunes|martes|miercoles|jueves|viernes|de|desde|para|hacia|con|rampa|plataforma|cita|cada|refacciones|por)\b/

/**
 * The meaning of a line like "78045 60654 2 pallets 500 lb 48x40x52 machine parts tomorrow liftgate", in English
 * or Spanish, in either system of units and in any order. Makes no calls. A weight beside several pieces is of each
 * unless it says "total", and named as unclear when it has neither; five digits are a US code unless the country is
 * said; a service is done at the delivery unless the end is said. Uncertain or unread parts are in
 * `unclear` with its possible replacements.
 */
export function readLine(line: string, context: LineContext): ReadLine {
  const tokens = tokensOf(line)
  const language = SPANISH.test(tokens.map(({ text }) => text).join(' ')) ? 'es' : 'en'
  const reading: Reading = { line, tokens, context, language }
  const parts = partsOf(reading)
  const ends = endsOf(reading, parts)
  const goods = cargoOf(reading, parts)
  const day = dayOf(reading, parts, ends.origin)
  const services = servicesOf(reading, parts)
  const insured = parts.flatMap(({ meaning }) => (meaning.kind === 'insured' ? [meaning.dollars] : []))[0]
  return {
    origin: ends.origin,
    destination: ends.destination,
    cargo: goods.cargo,
    accessorials: services.accessorials,
    shipDate: day.shipDate,
    ...(insured === undefined ? {} : { insuranceAmount: insured }),
    unclear: [...ends.unclear, ...goods.unclear, ...day.unclear, ...services.unclear, ...ofParts(reading, parts)].sort(
      (one, other) => one.from - other.from,
    ),
  }
}

function at(reading: Reading, { start, end }: Part): Pick<LineDoubt, 'text' | 'from' | 'to'> {
  const [first, last] = [reading.tokens[start], reading.tokens[end - 1]]
  return { text: typed(reading, start, end), from: first?.from ?? 0, to: last?.to ?? 0 }
}

/** The readings of single parts, places that are none, and separators. */
function ofParts(reading: Reading, parts: readonly Part[]): LineDoubt[] {
  const lost = lostDirections(reading, parts)
  return parts.flatMap((part) => {
    const direction = lost.find(([first]) => first === part)
    if (direction) {
      const end = direction.at(-1)?.end ?? part.end
      return [{ ...at(reading, { ...part, end }), ...NOT_UNDERSTOOD }]
    }
    if (part.doubt) return [{ ...at(reading, part), ...part.doubt }]
    const isStray = part.meaning.kind === 'mark' && !/^[,.;:+&()/@·|#-]$/.test(typed(reading, part.start, part.end))
    return isStray ? [{ ...at(reading, part), ...NOT_UNDERSTOOD }] : []
  })
}

function dayOf(reading: Reading, parts: readonly Part[], origin: LinePlace) {
  const unclear: LineDoubt[] = []
  let shipDate: string | null = null
  for (const part of parts) {
    if (part.meaning.kind !== 'day') continue
    const { day } = part.meaning
    if (shipDate !== null && shipDate !== day) unclear.push({ ...at(reading, part), why: 'twice', readings: [] })
    if (shipDate !== null) continue
    shipDate = day
    const from = placeOf(origin)
    const { now, pickups } = reading.context
    const why = whyNoPickup(day, from, now, pickups)
    if (why === null || part.doubt) continue
    const readings = why === 'past' || why === 'far' ? [day] : [day, pickupDayFrom(day, from.country, pickups)]
    unclear.push({ ...at(reading, part), why: 'no-pickup', readings })
  }
  return { shipDate, unclear }
}

/** The pickup place of a line. */
const placeOf = ({ country, city, state, postalCode }: LinePlace): PickupPlace => ({
  country: country ?? 'US',
  city: city ?? undefined,
  state: state ?? undefined,
  postalCode: postalCode ?? undefined,
})

function servicesOf(reading: Reading, parts: readonly Part[]) {
  const unclear: LineDoubt[] = []
  const wanted = parts.flatMap((part) => {
    if (part.meaning.kind !== 'service') return []
    const codes = accessorialsOf(part.meaning.service, part.meaning.end)
    if (codes.length === 0) unclear.push({ ...at(reading, part), why: 'other-end', readings: [] })
    return codes
  })
  return { accessorials: ACCESSORIALS.filter((code) => wanted.includes(code)), unclear }
}
