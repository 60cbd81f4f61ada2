import type { IconComponent } from '../../../ui/basic/icon.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { Money } from '../../../../src-shared/station/money.ts'
import type { Filling, MessageKey } from '../../../messages/catalogue.ts'
import type { MessageParams } from '../../../messages/format-message.ts'

/** The banner across the packing screen: color, icon, one word, one sentence. */
export interface Banner {
  tone: 'good' | 'move' | 'wait' | 'bad'
  icon: IconComponent
  word: MessageKey
  text: MessageKey
  params: MessageParams
  /** The possible answers. */
  asks:
    | 'printed-or-again'
    | 'retry'
    | 'resume'
    | 'stale'
    | 'reason'
    | 'which'
    | 'repeat'
    | 'piece'
    | 'print'
    | 'many'
    | 'order'
    | 'acknowledge'
    | null
}

/** The banner on screen: of an outcome, or in a neutral color of a question that is none. */
export type ShownBanner = Omit<Banner, 'tone'> & { tone: Banner['tone'] | 'idle' }

/** The words of a banner, with what fills both. */
export function said<W extends MessageKey, T extends MessageKey>(
  word: W,
  text: T,
  ...[params]: Filling<W | T>
): Pick<Banner, 'word' | 'text' | 'params'> {
  return { word, text, params: params ?? {} }
}

/** How the banner reads times and states in the language in use. */
export interface BannerWords {
  moment(timestamp: string): string
  /** Of a day, or of the leading day of a timestamp. */
  day(day: string): string
  money(value: Money): string
  number(value: number, digits?: number): string
  word(prefix: string, word: string): string
  error(error: StationErrorData): string
}
