import { z } from 'zod'
import { nextPickupDay } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { LineDoubt, LinePlace, ReadLine } from '../../../../src-shared/station/quote-line/line.ts'
import { errorData } from '../../../error-data.ts'
import { Debounce } from '../../../live/debounce.ts'
import { Draft } from '../../../live/draft.svelte.ts'
import { now } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import { addressFormOfSaved, isWholeAddress } from '../address/address-form.ts'
import { onceFor } from '../draft-keeper.svelte.ts'
import type { QuoteController } from '../quote-controller.svelte.ts'
import { ADDRESS_SIDES, type AddressSide } from '../quote-form.ts'
import { quoteKeeperOf } from '../quote-keeper.ts'
import { addressOfLine, formOfLine, isSaid } from './line-fill.ts'

/** So many lines that were asked come back with the arrow keys. */
const MOST_ASKED = 30

const keptSchema = z.object({ asked: z.array(z.string().max(500)).max(MOST_ASKED).catch([]) })

/** A quote in one line: read as it is typed, and put into the form. */
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
      read: (body) => keptSchema.safeParse(body).data ?? null,
    })
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
    this.#debounce.soon()
  }

  /** A doubt is settled: the reading stands in its place. */
  readonly choose = ({ from, to }: LineDoubt, reading: string): Promise<void> => {
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

  /** Resolves once the form says what the line says. Never rejects. */
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
    if (line === this.#read) return
    try {
      const said =
        line.trim() === '' ? null : await this.#station.invoke('quotes.readLine', { line: line.slice(0, 500) })
      this.failure = null
      if (said) await this.#fill(said)
      this.said = said
      this.#read = line
    } catch (error) {
      this.failure = errorData(error)
    }
  }

  /** Puts what is said anew into the form: what was changed there by hand stays until the line says something else of it. */
  async #fill(said: ReadLine): Promise<void> {
    const before = this.said
    const { rates } = this.#controller
    const at = now()
    const isDefaultDay = rates.form.shipDate === nextPickupDay(rates.form.originAddress, at)
    const places = { originAddress: said.origin, destinationAddress: said.destination }
    const were = { originAddress: before?.origin, destinationAddress: before?.destination }
    for (const side of ADDRESS_SIDES) {
      if (isSaid(places[side]) && !isSame(places[side], were[side])) await this.#fillPlace(side, places[side])
    }
    if (isDefaultDay) rates.form.shipDate = nextPickupDay(rates.form.originAddress, at)
    const rest = formOfLine(said, {
      measures: rates.form.measures,
      accessorials: rates.form.accessorials.filter((code) => !before?.accessorials.includes(code)),
    })
    if (isSame(said.cargo, before?.cargo)) delete rest.cargo
    if (said.shipDate === before?.shipDate) delete rest.shipDate
    Object.assign(rates.form, rest)
  }

  async #fillPlace(side: AddressSide, place: LinePlace): Promise<void> {
    const { rates } = this.#controller
    if (place.addressId === undefined) {
      rates.form[side] = addressOfLine(place)
      rates.parties = { ...rates.parties, [side]: null }
    } else {
      const party = await this.#station.invoke('addressBook.get', { addressId: place.addressId })
      rates.form[side] = addressFormOfSaved(party)
      rates.parties = { ...rates.parties, [side]: party }
      this.#controller.chooseParty(side, party)
    }
    rates.opened[side] = !isWholeAddress(rates.form[side])
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const quickLineOf = onceFor((station) => new QuickLine(station, quoteKeeperOf(station).controller))
