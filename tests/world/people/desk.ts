import type { Seeded } from '../../support/seeded.ts'
import { blankForms } from './forms.ts'
import type { Submission } from '../judge/bookings.ts'
import { bookingOfAnswer } from './seen-booking.ts'
import type { Invokes } from '../processes/handle.ts'
import type { RoundTime } from '../processes/world-clock.ts'

/** A form as it lies on the desk: handed in once or more, always under the same submission id. */
interface Form {
  submission: Submission
  input: Record<string, unknown>
}

/** The booking desk: forms, and what the station said to each. */
export interface Desk {
  submissions: readonly Submission[]
  /** Codes of submits that the station said no to, with how often. */
  refusals: ReadonlyMap<string, number>
  /** Fills in a new form and hands it in, so many times at once (impatient clicks). */
  submit(station: Invokes, clicks: number): Promise<void>
  /** Hands in a new form with this reference on it. @returns whether the station took it */
  submitAs(station: Invokes, reference: string): Promise<boolean>
  /** Hands in a form again whose answer never came. */
  submitAgain(station: Invokes): Promise<void>
  /** The station went back in time: no form that lies here is handed in again. */
  clear(): void
  /** Hands in a form again whose booking the station does not show any more, as somebody does who was told of a loss. */
  submitLost(station: Invokes, known: ReadonlySet<string>): Promise<void>
}

/** @param sharedName in references that desks of one name may both write; a desk's own name when absent */
export function openDesk(name: string, world: RoundTime, random: Seeded, sharedName = name): Desk {
  const forms: Form[] = []
  const refusals = new Map<string, number>()
  const blank = blankForms(world, random)
  let last = 0
  let cleared = 0

  async function handIn(station: Invokes, { submission, input }: Form): Promise<void> {
    const result = await station.invoke('bookings.submit', input)
    if (result === null) return
    if (result.ok) {
      submission.taken.push(bookingOfAnswer(result.value).bookingId)
      submission.takenInLife = world.life
      return
    }
    const { code } = result.error
    refusals.set(code, (refusals.get(code) ?? 0) + 1)
    if (code === 'NOT_FOUND' || code === 'QUOTE_EXPIRED') blank.forgetQuote()
  }

  async function fillIn(station: Invokes, referenceAt: (count: number) => string): Promise<Form | null> {
    const submissionId = `submission-${name}-${++last}`
    const reference = referenceAt(last)
    const input = await blank.fill(station, submissionId, reference)
    if (input === null) return null
    const form: Form = { submission: { submissionId, taken: [], takenInLife: 0, reference }, input }
    forms.push(form)
    return form
  }

  return {
    get submissions() {
      return forms.map(({ submission }) => submission)
    },
    refusals,
    submit: async (station, clicks) => {
      const form = await fillIn(station, (count) => referenceOf(name, count, random, sharedName))
      if (form) await Promise.all(Array.from({ length: clicks }, () => handIn(station, form)))
    },
    submitAs: async (station, reference) => {
      const form = await fillIn(station, () => reference)
      if (form) await handIn(station, form)
      return form !== null && form.submission.taken.length > 0
    },
    submitAgain: async (station) => {
      const open = forms.slice(cleared).filter(({ submission }) => submission.taken.length === 0)
      const form = open[random.below(Math.max(1, open.length))]
      if (form) await handIn(station, form)
    },
    clear: () => {
      cleared = forms.length
    },
    submitLost: async (station, known) => {
      const lost = forms.filter(
        ({ submission }) => submission.taken.length > 0 && !submission.taken.some((bookingId) => known.has(bookingId)),
      )
      const form = lost[random.below(Math.max(1, lost.length))]
      if (form) await handIn(station, form)
    },
  }
}

/** Was it written on one form alone? */
export const isOwnReference = (reference: string): boolean => /-F\d+$/.test(reference)

/** The clerk's own reference, or none, or one that was used before. */
function referenceOf(name: string, count: number, random: Seeded, sharedName: string): string {
  const draw = random.next()
  if (draw < 0.2) return ''
  return draw < 0.35 ? `PO-${sharedName}-${Math.floor(count / 4)}` : `PO-${name}-F${count}`
}
