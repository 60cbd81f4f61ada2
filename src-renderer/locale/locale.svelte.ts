import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { Money } from '../../src-shared/station/money.ts'
import { labelSentenceSchema, type SaidOfLabel } from '../../src-shared/station/printing/label-sentence.ts'
import {
  commandDoes,
  isMessageKey,
  loadLanguage,
  LOCALES,
  translate,
  type Language,
  type Filling,
  type Message,
  type MessageKey,
} from '../messages/catalogue.ts'
import type { MessageParams } from '../messages/format-message.ts'
import { fileFault } from './file-error.ts'
import { noRatesReasons } from './no-rates.ts'
import { formatAgo, formatDay, formatMoment, formatMoney, formatNumber, formatTime } from './format.ts'

/** Error codes of operating systems, addresses with ports, paths of an interface. */
const OF_MACHINES =
  /\bE(CONN|ACCES|PERM|NOENT|BUSY|HOST|NET|TIMEDOUT|PIPE|NOTFOUND|AI_|NOSPC|ADDR|IO\b|MFILE|EXIST|ISDIR|NOTDIR|INVAL|ROFS)\w*|\b[a-z]+:\/\/|\b\d{1,3}(\.\d{1,3}){3}\b|\blocalhost\b|\b(GET|POST|PUT|DELETE) \//

/** Texts, numbers, money and dates in the language in use. Everything rendered through it follows a switch at once. */
export class Locale {
  language = $state<Language>('en')
  readonly tag = $derived(LOCALES[this.language])

  /** Switches once the language's texts are here. */
  readonly use = async (language: Language): Promise<void> => {
    if (language === this.language) return
    await loadLanguage(language)
    this.language = language
    document.documentElement.lang = language
  }

  /** The text of a key. A name that fills it and is missing or misspelt does not compile. */
  readonly t = <K extends MessageKey>(key: K, ...[params]: Filling<K>): string => this.fill(key, params)

  /** A message that was put together elsewhere. */
  readonly say = ({ key, params }: Message): string => this.fill(key, params)

  /** Where one set of words fills several texts, or they come from outside; a name that is missing throws. */
  readonly fill = (key: MessageKey, params?: MessageParams): string => {
    const { printer, holiday } = params ?? {}
    const said = {
      ...params,
      ...(typeof printer === 'string' && { printer: this.printer(printer) }),
      ...(typeof holiday === 'string' && { holiday: this.holiday(holiday) }),
    }
    return translate(this.language, key, said)
  }

  /**
   * A printer's name: those that Waybill sets up automatically have one in each language, all others the one that
   * people gave them.
   */
  readonly printer = (name: string): string => this.word('builtInPrinter', name)

  /** A public holiday, by the name that settings have for it. */
  readonly holiday = (name: string): string => this.word('holiday', name)

  readonly money = (value: Money): string => formatMoney(value, this.tag)
  readonly number = (value: number, digits?: number): string => formatNumber(value, this.tag, digits)
  readonly day = (day: string): string => formatDay(day, this.tag)
  readonly moment = (timestamp: string): string => formatMoment(timestamp, this.tag)
  /** As a log needs it: to the second. */
  readonly exactMoment = (timestamp: string): string => formatMoment(timestamp, this.tag, undefined, '2-digit')
  readonly time = (timestamp: string): string => formatTime(timestamp, this.tag)
  readonly ago = (timestamp: string, now: number): string => formatAgo(timestamp, now, this.tag)

  /** The text of an error, in the language in use; the original message where the catalogue has no word for it. */
  readonly error = (error: StationErrorData): string => {
    const { shipmentId, bookingId, state, name, madeAt, reference } = error.details
    if (error.code === 'NOT_FOUND' && typeof shipmentId === 'string')
      return this.t('error.noShipment', { number: shipmentId })
    if (error.code === 'WRONG_STATE' && typeof bookingId === 'string' && typeof state === 'string')
      return this.t('error.bookingIs', { state: this.word('booking', state) })
    if (error.code === 'STATION_ENROLLED' && typeof name === 'string' && typeof madeAt === 'string')
      return this.t('error.STATION_ENROLLED', { name, madeAt: this.moment(madeAt) })
    if (error.code === 'STATION_LEFT_OUT' && typeof name === 'string') return this.t('error.STATION_LEFT_OUT', { name })
    if (error.code === 'BOOKED_TWICE' && typeof reference === 'string' && Array.isArray(error.details['shipmentIds']))
      return this.t('error.BOOKED_TWICE', { reference, shipments: error.details['shipmentIds'].join(', ') })
    if (error.code === 'CODE_REFUSED' && typeof error.details['why'] === 'string')
      return this.word('site.code', error.details['why'])
    if (error.code === 'NO_RATES_AVAILABLE') {
      const reasons = noRatesReasons(error.details, (code) => this.word('accessorial', code))
      return [this.t('error.NO_RATES_AVAILABLE'), reasons].filter(Boolean).join(': ')
    }
    const file = fileFault(error)
    if (file) return this.say(file)
    const key = `error.${error.code}`
    if (!isMessageKey(key)) return error.message
    const said = labelSentenceSchema.safeParse(error.details['said'])
    return said.success ? `${this.fill(key)} ${this.t('labels.why', { why: this.ofLabel(said.data) })}` : this.fill(key)
  }

  /**
   * Whether a sentence of the station helps who reads it: it is in their language, or the only one there is, and has no
   * addresses and codes of machines. That of a role names the least one; at a screen a supervisor approves.
   */
  readonly isForPeople = (message: string, code: string): boolean =>
    code !== 'ROLE_NEEDED' && !OF_MACHINES.test(message) && (this.language === 'en' || !isMessageKey(`error.${code}`))

  /** The text of a validation finding about a label; in English where the catalogue has none. */
  readonly ofLabel = ({ code, values, english }: SaidOfLabel): string => {
    const key = `labelSays.${code}`
    const { does } = values
    const words = typeof does === 'string' ? { ...values, does: this.commandDoes(does) } : values
    return isMessageKey(key) ? this.fill(key, words) : english
  }

  /** The effect of a label language's command. */
  readonly commandDoes = (does: string): string => commandDoes(this.language, does)

  /** The text of a key built from a word from outside, or the word as it is. */
  readonly word = (prefix: string, word: string): string => {
    const key = `${prefix}.${word}`
    return isMessageKey(key) ? this.fill(key) : word
  }
}
