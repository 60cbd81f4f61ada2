import { NARROWEST_BAR_MM } from '../barcodes/bars.ts'
import type { LabelSize } from '../label-size.ts'

/**
 * How far a label may reach over the media's edge: carriers draw 4 by 6 in labels as wide as a 104 mm print head, and
 * leave margins beyond the last bar.
 */
const SLACK = 0.05

/** What is to be noted of bars whose narrowest are so many dots; null when they are wide enough. */
export function narrowBars(dots: number, dotMm: number): string | null {
  const width = dots * dotMm
  return width >= NARROWEST_BAR_MM ? null : `a barcode with bars of ${width.toFixed(3)} mm, which scanners may not read`
}

const MEDIA_HAS = '; the media has '

/** A note on what does not lie on the media, or is made for a larger one. @param has its dots */
export const beyondMedia = (what: string, has: number | string): string => `${what}${MEDIA_HAS}${has}`

/** Whether a note is one of those. */
export const isBeyondMedia = (note: string): boolean => note.includes(MEDIA_HAS)

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

  /** The same state, to go on from on its own. */
  copy(): Bounds {
    const other = new Bounds(this.#media, this.#dotMm)
    other.#home = this.#home
    other.#field = this.#field
    other.#isMeasured = this.#isMeasured
    return other
  }

  /** Takes a command of `PLACING` with its parameters; a sentence when what it places is too big, else null. */
  take(name: (typeof PLACING)[number], parameters: readonly string[]): string | null {
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
        return this.#larger('wide', number(0), this.#media.widthDots)
      case 'LL':
        return this.#larger('long', number(0), this.#media.heightDots)
      case 'BY':
        return number(0) > 0 ? narrowBars(number(0), this.#dotMm) : null
      case 'FO':
      case 'FT':
        this.#field = { x: this.#home.x + number(0), y: this.#home.y + number(1), fromTop: name === 'FO' }
        return this.#reach(0, 0, 'a field starts')
      case 'GF': {
        const bytesPerRow = number(3)
        const rows = bytesPerRow > 0 ? number(2) / bytesPerRow : 0
        return this.#reach(bytesPerRow * 8, rows, 'a picture ends')
      }
      case 'GC':
        return this.#reach(number(0), number(0), 'a circle ends')
      default: {
        const thickness = Math.max(1, number(2))
        return this.#reach(Math.max(number(0), thickness), Math.max(number(1), thickness), 'a line or box ends')
      }
    }
  }

  #larger(how: string, dots: number, most: number): string | null {
    if (!this.#isMeasured || dots <= most * (1 + SLACK)) return null
    return beyondMedia(`the label is ${dots} dots ${how}`, most)
  }

  #reach(width: number, height: number, what: string): string | null {
    if (!this.#isMeasured) return null
    const { widthDots, heightDots } = this.#media
    const x = this.#field.x + width
    const y = this.#field.y + (this.#field.fromTop ? height : 0)
    if (x <= widthDots * (1 + SLACK) && y <= heightDots * (1 + SLACK)) return null
    return beyondMedia(`${what} at ${x}, ${Math.ceil(y)}`, `${widthDots} by ${heightDots} dots`)
  }
}
