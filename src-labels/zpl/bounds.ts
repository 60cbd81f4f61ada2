import { NARROWEST_BAR_MM } from '../barcodes/bars.ts'
import { say, type LabelSentence, type LabelSentenceCode } from '../sentence.ts'
import type { LabelSize } from '../label-size.ts'

/**
 * How far a label may reach over the media's edge: carriers draw 4 by 6 in labels as wide as a 104 mm print head, and
 * leave margins beyond the last bar.
 */
const SLACK = 0.05

/** What is to be noted of bars whose narrowest are so many dots; null when they are wide enough. */
export function narrowBars(dots: number, dotMm: number): LabelSentence | null {
  const width = dots * dotMm
  return width >= NARROWEST_BAR_MM ? null : say('note-narrow', { width: width.toFixed(3) })
}

/** What does not lie on the media, or is made for a larger one. */
const BEYOND_MEDIA = new Set<LabelSentenceCode>([
  'note-wide',
  'note-long',
  'note-field',
  'note-picture',
  'note-circle',
  'note-line',
])

/** Whether a note says that something is beyond the media. */
export const isBeyondMedia = ({ code }: LabelSentence): boolean => BEYOND_MEDIA.has(code)

/** Notes on what reaches beyond the media's edges. */
export type ReachingNote = 'note-field' | 'note-picture' | 'note-circle' | 'note-line'

/** Commands that place or measure something in dots. */
export const PLACING = ['LH', 'FO', 'FT', 'GF', 'GB', 'GC', 'GD', 'GE', 'MU', 'JM', 'PW', 'LL', 'BY'] as const

/**
 * Follows where a ZPL format puts its fields and pictures, and says when one is beyond the media, or too fine for the head. Text is not measured:
 * a line that runs over the edge is cut by the printer, a place beyond it was meant for a larger label.
 */
export class Bounds {
  readonly #media: LabelSize
  readonly #dotMm: number
  #home = { x: 0, y: 0 }
  #field = { x: 0, y: 0, fromTop: true }
  /** Units other than dots, which other printers would have to be asked about. */
  #isMeasured = true

  /** @param dotMm width of a dot of the head. */
  constructor(media: LabelSize, dotMm: number) {
    this.#media = media
    this.#dotMm = dotMm
  }

  /** A copy of the state, to continue from independently. */
  copy(): Bounds {
    const other = new Bounds(this.#media, this.#dotMm)
    other.#home = this.#home
    other.#field = this.#field
    other.#isMeasured = this.#isMeasured
    return other
  }

  /** Takes a command of `PLACING` with its parameters; a sentence when what it places is too big, else null. */
  take(name: (typeof PLACING)[number], parameters: readonly string[]): LabelSentence | null {
    const number = (index: number) => Number.parseInt(parameters[index] ?? '', 10) || 0
    switch (name) {
      case 'LH':
        this.#home = { x: number(0), y: number(1) }
        return null
      case 'MU':
        this.#isMeasured = /^D?$/i.test((parameters[0] ?? '').trim())
        return null
      case 'JM':
        this.#isMeasured = !/B/i.test(parameters[0] ?? '')
        return null
      case 'PW':
        return this.#larger('note-wide', number(0), this.#media.widthDots)
      case 'LL':
        return this.#larger('note-long', number(0), this.#media.heightDots)
      case 'BY':
        return number(0) > 0 ? narrowBars(number(0), this.#dotMm) : null
      case 'FO':
      case 'FT':
        this.#field = { x: this.#home.x + number(0), y: this.#home.y + number(1), fromTop: name === 'FO' }
        return this.#reach(0, 0, 'note-field')
      case 'GF': {
        const bytesPerRow = number(3)
        const rows = bytesPerRow > 0 ? number(2) / bytesPerRow : 0
        return this.#reach(bytesPerRow * 8, rows, 'note-picture')
      }
      case 'GC':
        return this.#reach(number(0), number(0), 'note-circle')
      default: {
        const thickness = Math.max(1, number(2))
        return this.#reach(Math.max(number(0), thickness), Math.max(number(1), thickness), 'note-line')
      }
    }
  }

  #larger(code: 'note-wide' | 'note-long', dots: number, most: number): LabelSentence | null {
    if (!this.#isMeasured || dots <= most * (1 + SLACK)) return null
    return say(code, { dots, media: most })
  }

  #reach(width: number, height: number, code: ReachingNote): LabelSentence | null {
    if (!this.#isMeasured) return null
    const { widthDots, heightDots } = this.#media
    const x = this.#field.x + width
    const y = this.#field.y + (this.#field.fromTop ? height : 0)
    if (x <= widthDots * (1 + SLACK) && y <= heightDots * (1 + SLACK)) return null
    return say(code, { x, y: Math.ceil(y), width: widthDots, height: heightDots })
  }
}
