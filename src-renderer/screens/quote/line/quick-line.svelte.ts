import { z } from 'zod'
import { nextPickupDay } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { LineDoubt, LineDoubtReason, ReadLine } from '../../../../src-shared/station/quote-line/line.ts'
import { errorData } from '../../../error-data.ts'
import { Debounce } from '../../../live/debounce.ts'
import { Draft } from '../../../live/draft.svelte.ts'
import { now } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { addressFormOfSaved, emptyAddress } from '../address/address-form.ts'
import { withDefaults } from '../address/party-defaults.ts'
import { onceFor } from '../draft-store.svelte.ts'
import type { QuoteController } from '../quote-controller.svelte.ts'
import { ADDRESS_SIDES, type AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import { PARTY_OF, type QuoteForm } from '../quote-form.ts'
import { quoteDraftOf } from '../quote-drafts.ts'
import { addressOfLine, formOfLine, isSaid } from './line-fill.ts'

/** How many past lines come back with the arrow keys. */
const MOST_ASKED = 30

const storedSchema = z.object({ asked: z.array(z.string().max(500)).max(MOST_ASKED).catch([]) })

/** All other doubts are about weight, day or place: a wrong guess is another price, another truck, or another town. */
const NEEDS_NO_ANSWER: ReadonlySet<LineDoubtReason> = new Set(['other-end', 'misspelt', 'twice', 'unknown'])

const answerOf = (why: LineDoubtReason, text: string): string => `${why} ${text.toLowerCase()}`

/** The form without the line. */
interface Base {
  form: QuoteForm
  parties: Record<AddressSide, SavedAddress | null>
  /** A ship date chosen by a person; null: the next pickup day of the origin. */
  shipDate: string | null
}

/**
 * A quote in one line: read as it is typed, and put into the form. The line is applied to the initial form,
 * so nothing of an earlier line stays; once a person changes the form, only the form counts and the line is cleared.
 */
class QuickLine {
  text = $state('')
  said = $state.raw<ReadLine | null>(null)
  failure = $state.raw<StationErrorData | null>(null)
  /** Lines that were asked, newest first. */
  asked = $state.raw<readonly string[]>([])
  readonly draft: Draft<{ asked: string[] }>
  readonly #station: Station
  readonly #controller: QuoteController
  readonly #debounce = new Debounce('search', () => this.settle())
  #beginning: Promise<void> | null = null
  /** The line that the form was filled from. */
  #read = ''
  /** The form's question once it was filled. */
  #filled = ''
  /** The day that a line put into the form. */
  #lineDay: string | null = null
  #isReading = false
  #base: Base | null = null
  /** Readings that a person chose: a day without pickups, or a code beside another state, is still read with its doubt. */
  readonly #confirmed = new Set<string>()
  /** Those that the line under way named. */
  readonly #parties = new Map<string, SavedAddress>()
  #turn: Promise<void> = Promise.resolve()
  /** Which of the asked lines is shown; -1: none. */
  #at = -1

  constructor(station: Station, controller: QuoteController) {
    this.#station = station
    this.#controller = controller
    this.draft = new Draft(station, {
      form: 'quote',
      key: 'lines',
      version: 1,
      read: (body) => storedSchema.safeParse(body).data ?? null,
    })
    controller.rates.isSettled = async () => {
      await this.settle()
      this.remember()
      return this.text.trim() === this.#read.trim() && this.openDoubts.length === 0
    }
  }

  /** What must be answered before rates are asked for. */
  get openDoubts(): LineDoubt[] {
    return (this.said?.unclear ?? []).filter(
      ({ why, text }) => !NEEDS_NO_ANSWER.has(why) && !this.#confirmed.has(answerOf(why, text)),
    )
  }

  /** Where the form's ship date comes from, while there is a line. */
  get dayFrom(): 'line' | 'form' | 'next' {
    if (this.said?.shipDate != null) return 'line'
    return this.#base?.shipDate == null ? 'next' : 'form'
  }

  /** Clears the line once the form asks for something else than the line filled in; the arrow keys bring it back. */
  readonly formChanged = (): void => {
    if (this.#isReading || this.#read === '' || this.#controller.rates.question === this.#filled) return
    this.#debounce.cancel()
    this.remember()
    this.text = ''
    this.said = null
    this.failure = null
    this.#read = ''
    this.#base = null
    this.#at = -1
  }

  /** Lines that were asked before. Without them nothing is lost but the way back to them. */
  readonly begin = (): Promise<void> =>
    (this.#beginning ??= this.draft.load().then(
      (kept) => {
        this.asked = kept?.asked ?? []
        this.draft.keep({ asked: [...this.asked] })
      },
      (error: unknown) => void (this.failure = errorData(error)),
    ))

  readonly type = (text: string): void => {
    this.text = text
    this.#at = -1
    this.#controller.rates.isHeld = false
    this.#debounce.soon()
  }

  /** A doubt is settled: the reading replaces it. */
  readonly choose = ({ from, to, why }: LineDoubt, reading: string): Promise<void> => {
    this.#confirmed.add(answerOf(why, reading))
    this.text = `${this.text.slice(0, from)}${reading}${this.text.slice(to)}`
    return this.settle()
  }

  /** The line that was asked before the one that is shown, or after it. */
  readonly recall = async (step: 1 | -1): Promise<void> => {
    await this.begin()
    const at = Math.min(Math.max(this.#at + step, -1), this.asked.length - 1)
    if (at === this.#at) return
    this.#at = at
    this.text = this.asked[at] ?? ''
    await this.settle()
  }

  /** Resolves once the form has the line's values. Never rejects. */
  readonly settle = (): Promise<void> => {
    this.#debounce.cancel()
    this.#turn = this.#turn.then(() => this.#readNow())
    return this.#turn
  }

  /** The line is worth to be found again. */
  readonly remember = (): void => {
    const line = this.text.trim()
    if (line === '') return
    this.asked = [line, ...this.asked.filter((one) => one !== line)].slice(0, MOST_ASKED)
    this.draft.keep({ asked: [...this.asked] })
  }

  async #readNow(): Promise<void> {
    const line = this.text
    if (line === this.#read || (line.trim() === '' && this.#read === '')) return
    this.#isReading = true
    try {
      const said =
        line.trim() === '' ? null : await this.#station.invoke('quotes.readLine', { line: line.slice(0, 500) })
      this.#base ??= this.#baseNow()
      await this.#fill(said, this.#base)
      if (said === null) this.#base = null
      this.failure = null
      this.said = said
      this.#read = line.trim() === '' ? '' : line
    } catch (error) {
      this.failure = errorData(error)
    } finally {
      this.#isReading = false
    }
  }

  /** A line after a quote is another shipment; one that comes to a form in the making completes it. */
  #baseNow(): Base {
    this.#parties.clear()
    this.#confirmed.clear()
    const { rates } = this.#controller
    if (rates.quote) {
      const { form, party } = rates.emptied()
      return { form, parties: { originAddress: party, destinationAddress: null }, shipDate: null }
    }
    const form = structuredClone($state.snapshot(rates.form))
    const isOfNobody = [
      this.#lineDay,
      nextPickupDay(form.originAddress, now(), this.#controller.pickups()),
      '',
    ].includes(form.shipDate)
    return { form, parties: rates.parties, shipDate: isOfNobody ? null : form.shipDate }
  }

  async #fill(said: ReadLine | null, base: Base): Promise<void> {
    const form = structuredClone(base.form)
    const parties = { ...base.parties }
    const places = { originAddress: said?.origin, destinationAddress: said?.destination }
    for (const side of ADDRESS_SIDES) {
      const place = places[side]
      if (!place || !isSaid(place)) continue
      const party = place.addressId === undefined ? null : await this.#partyOf(place.addressId)
      form[side] = party ? addressFormOfSaved(party) : addressOfLine(place)
      parties[side] = party
      if (party) form.accessorials = withDefaults(PARTY_OF[side], form.accessorials, party)
      // Freight does not go where it begins: of the two the line's counts.
      const other = side === 'originAddress' ? 'destinationAddress' : 'originAddress'
      if (party?.addressId !== undefined && form[other].addressId === party.addressId) {
        form[other] = emptyAddress()
        parties[other] = null
      }
    }
    form.shipDate = base.shipDate ?? nextPickupDay(form.originAddress, now(), this.#controller.pickups())
    if (said) Object.assign(form, formOfLine(said, form))
    this.#lineDay = said?.shipDate ?? null
    this.#controller.fill(form, parties)
    const isFromLine = said !== null && isSaid(said.origin)
    this.#controller.rates.beforeLine = isFromLine
      ? { origin: form.originAddress, form: base.form, party: base.parties.originAddress }
      : null
    this.#filled = this.#controller.rates.question
  }

  async #partyOf(addressId: string): Promise<SavedAddress> {
    const known = this.#parties.get(addressId)
    if (known) return known
    const party = await this.#station.invoke('addressBook.get', { addressId })
    this.#parties.set(addressId, party)
    return party
  }
}

export const quickLineOf = onceFor(
  (station, pickups) => new QuickLine(station, quoteDraftOf(station, pickups).controller),
)
