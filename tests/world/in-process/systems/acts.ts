import { z } from 'zod'
import { gramsOf, netGrams, type ScaleReading } from '../../../../src-shared/station/scale/reading.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import type { Submission } from '../../judge/bookings.ts'
import { bookingOfAnswer } from '../../people/seen-booking.ts'
import type { Invokes } from '../../processes/handle.ts'
import { palletsToChicago } from '../../../support/freight.ts'
import type { Seeded } from '../../../support/seeded.ts'
import type { Workplace } from '../workplace.ts'
import { formFrom, type FilledForm } from './form.ts'
import { SCALE_PORT } from './scale.ts'
import { APPROVED_CONSIGNEE } from './staff.ts'

const pageSchema = z.object({ rows: z.array(z.custom<Shipment>()) })
const orderPage = z.object({ rows: z.array(z.object({ orderId: z.string(), reference: z.string() })) })
const quotedOrder = z.object({ quote: z.object({ id: z.string() }), rateId: z.string() })
const askedOrder = z.object({ other: z.object({ version: z.string() }).nullable() })
const scaleSchema = z.looseObject({ reading: z.custom<ScaleReading | null>() })
const scanSchema = z.looseObject({ kind: z.string(), question: z.looseObject({ key: z.string() }).optional() })
const refusalSchema = z.looseObject({ ok: z.literal(false), error: z.looseObject({ code: z.string() }) })

/** Half a minute: a scale stands still long before. */
const MOST_LOOKS = 30
/** What the display rounds. */
const ROUNDING_GRAMS = 5

/** One order is on its way at two desks at once: two people, or a person and another system. */
export async function atTwoDesks(
  { station, api, today, handedIn, nextForm }: Workplace,
  random: Seeded,
): Promise<void> {
  const reference = `TD-${nextForm()}`
  const forms: FilledForm[] = []
  for (const desk of [station, api]) {
    const form = await formFrom(
      desk,
      { name: 'quotes.request', input: palletsToChicago({ shipDate: today() }) },
      { submissionId: `two-desks-${nextForm()}`, reference, today: today() },
    )
    if (form) forms.push(form)
  }
  const [mine, theirs] = forms
  if (!mine || !theirs) return
  const second = random.chance(0.5) ? api : station
  await Promise.all([handIn(station, mine, handedIn), handIn(second, theirs, handedIn)])
}

/** Hands a form in and writes down what was said, for the judge. */
async function handIn(
  station: Invokes,
  form: FilledForm,
  handedIn: Workplace['handedIn'],
): Promise<'taken' | 'died' | (string & {})> {
  const { submissionId, reference } = form
  const known = handedIn.list.find((each) => each.submissionId === submissionId)
  const submission: Submission = known ?? { submissionId, reference, taken: [], takenInLife: 0 }
  if (!known) handedIn.list.push(submission)
  const answer = await station.invoke('bookings.submit', form)
  if (answer === null) return 'died'
  if (!answer.ok) return refusalSchema.parse(answer).error.code
  submission.taken.push(bookingOfAnswer(answer.value).bookingId)
  submission.takenInLife = handedIn.life()
  return 'taken'
}

/** A clerk needs a supervisor's word, who comes late; the clerk hands in late, or hands in a second form with the same word. */
export async function approveLate({ station, staff, today, wait, handedIn, nextForm }: Workplace, random: Seeded) {
  const fill = async () => {
    const form = await formFrom(
      station,
      { name: 'quotes.request', input: palletsToChicago({ shipDate: today() }) },
      { submissionId: `approved-${nextForm()}`, reference: `AP-${nextForm()}`, today: today() },
    )
    return form && { ...form, consigneeInfo: { companyName: APPROVED_CONSIGNEE } }
  }
  const form = await fill()
  const other = await fill()
  if (!form || !other || (await handIn(station, form, handedIn)) !== 'APPROVAL_NEEDED') return
  await wait(random.below(90_000))
  const approvedBy = staff?.supervisorName
  // The clerk names the supervisor, is refused, and calls them.
  if ((await handIn(station, { ...form, approvedBy }, handedIn)) !== 'ROLE_NEEDED') return
  if (!(await staff?.approve(station))) return
  await wait(random.chance(0.5) ? random.below(100_000) : 125_000 + random.below(200_000))
  const forms = random.chance(0.5) ? [form, other] : [other, form]
  for (const one of forms) await handIn(station, { ...one, approvedBy }, handedIn)
}

/** A clerk fills in a form; before it is handed in they leave, or are a packer from now on. */
export async function roleEnds(
  { station, machine, staff, today, wait, handedIn, nextForm }: Workplace,
  random: Seeded,
) {
  const form = await formFrom(
    station,
    { name: 'quotes.request', input: palletsToChicago({ shipDate: today() }) },
    { submissionId: `role-ends-${nextForm()}`, reference: `RE-${nextForm()}`, today: today() },
  )
  await staff?.endClerk(machine, random.chance(0.5) ? 'leaves' : 'packs')
  await wait(1_500 + random.below(20_000))
  if (form) await handIn(station, form, handedIn)
}

/** A packer weighs a box before its label: the scale is plugged in, the box is what was booked, or it is not. */
export async function weigh({ station, scale, wait, count, weighedWrong }: Workplace, random: Seeded): Promise<void> {
  const listed = await station.invoke('shipments.search', {})
  if (!scale || !listed?.ok) return
  const rows = pageSchema.parse(listed.value).rows.filter(({ weightLb, reference }) => weightLb !== null && reference)
  const box = rows[random.below(Math.max(1, rows.length))]
  if (!box) return
  const lb = Math.round((box.weightLb ?? 0) * Number(random.pick({ 1: 3, 1.01: 1, 1.2: 2, 0.7: 2 })) * 100) / 100
  scale.plugIn()
  await wait(random.below(30_000))
  scale.put(lb)
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await wait(300 + random.below(700))
    const reported = await station.invoke('scale.state', {})
    const grams = reported?.ok ? netGrams(scaleSchema.parse(reported.value).reading, 0) : null
    if (grams === null) continue
    count('weighed')
    // Nobody took it off meanwhile: what the station says must be what lies there.
    const off = grams - gramsOf({ value: scale.lb, unit: 'lb' })
    if (Math.abs(off) > ROUNDING_GRAMS) weighedWrong(`${scale.lb} lb lay on the scale, and the station said ${grams} g`)
    await scanWeighed(station, box, grams, random)
    break
  }
  // Somebody trips over the cable, or takes the box off first.
  if (random.chance(0.5)) scale.put(0)
  scale.pullOut()
  scale.put(0)
}

async function scanWeighed(
  station: Invokes,
  { reference, shipmentId }: Shipment,
  weighedGrams: number,
  random: Seeded,
) {
  const input = { code: reference ?? shipmentId, weighedGrams }
  const answer = await station.invoke('pack.scan', input)
  if (!answer?.ok) return
  const { kind, question } = scanSchema.parse(answer.value)
  if (kind !== 'asks' || !question) return
  if (random.chance(0.5)) await station.invoke('scale.requote', { shipmentId, weighedGrams })
  else await station.invoke('pack.scan', { ...input, reprintReason: 'It weighs that', despite: [question.key] })
}

export const SCALE_SETTINGS = {
  connection: 'serial',
  serial: { port: SCALE_PORT, protocol: 'nci', unit: 'lb' },
} as const

/** What was delivered comes back: by the quote that is its way turned round, now and then asked for twice. */
export async function sendBack({ station, today, handedIn, nextForm }: Workplace, random: Seeded): Promise<void> {
  const listed = await station.invoke('shipments.search', { status: 'DELIVERED' })
  if (!listed?.ok) return
  const { rows } = pageSchema.parse(listed.value)
  const shipment = rows[random.below(Math.max(1, rows.length))]
  if (!shipment) return
  const form = await formFrom(
    station,
    { name: 'quotes.requestReturn', input: { shipmentId: shipment.shipmentId } },
    { submissionId: `return-${nextForm()}`, reference: `RT-${nextForm()}`, today: today() },
  )
  if (!form) return
  const clicks = random.chance(0.3) ? 2 : 1
  await Promise.all(Array.from({ length: clicks }, () => handIn(station, form, handedIn)))
}

/** A clerk books an order of another system, with two clicks now and then. */
export async function bookOrder({ station }: Workplace, random: Seeded): Promise<void> {
  const order = await oneOrder(station, 'open', random)
  if (!order) return
  const quoted = await station.invoke('orders.quote', { orderId: order.orderId })
  if (!quoted?.ok) return
  const { quote, rateId } = quotedOrder.parse(quoted.value)
  const input = { orderId: order.orderId, quoteId: quote.id, rateId }
  const clicks = random.chance(0.4) ? 2 : 1
  await Promise.all(Array.from({ length: clicks }, () => station.invoke('orders.book', input)))
}

/** A packer scans an order that nobody booked; the rule for scans books it. */
export async function scanOrder({ station }: Workplace, random: Seeded): Promise<void> {
  const order = await oneOrder(station, 'open', random)
  if (!order) return
  const scans = random.chance(0.4) ? 2 : 1
  await Promise.all(Array.from({ length: scans }, () => station.invoke('pack.scan', { code: order.reference })))
}

export async function answerOrder({ station }: Workplace, random: Seeded): Promise<void> {
  const order = await oneOrder(station, 'asks', random)
  if (!order) return
  const { orderId } = order
  const asked = await station.invoke('orders.get', { orderId })
  if (!asked?.ok) return
  const { other } = askedOrder.parse(asked.value)
  const answer = random.chance(0.5) ? 'keep' : 'take'
  if (other) await station.invoke('orders.answer', { orderId, answer, version: other.version })
}

async function oneOrder(station: Invokes, show: 'open' | 'asks', random: Seeded) {
  const listed = await station.invoke('orders.list', { show })
  if (!listed?.ok) return null
  const { rows } = orderPage.parse(listed.value)
  return rows[random.below(Math.max(1, rows.length))] ?? null
}
