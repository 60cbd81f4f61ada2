import type { LabelSize } from '../label-size.ts'
import { say, type LabelSentence } from '../sentence.ts'
import { narrowBars, type ReachingNote } from '../zpl/bounds.ts'

/** As for ZPL: a label may reach this far over the media's edge. */
const SLACK = 0.05

/** Follows where EPL commands draw, and says when that is beyond the media. Text and barcodes are checked by their place. */
export class EplBounds {
  readonly #media: LabelSize
  readonly #dotMm: number
  #origin = { x: 0, y: 0 }

  /** @param dotMm width of a dot of the head. */
  constructor(media: LabelSize, dotMm: number) {
    this.#media = media
    this.#dotMm = dotMm
  }

  /** A sentence when what a command draws is too big for the media, else null. */
  take(name: string, parameters: readonly string[]): LabelSentence | null {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = parameters.map((parameter) => Number.parseInt(parameter, 10) || 0)
    switch (name) {
      case 'R':
        this.#origin = { x: a, y: b }
        return null
      case 'q':
        return a > this.#media.widthDots * (1 + SLACK)
          ? say('note-wide', { dots: a, media: this.#media.widthDots })
          : null
      case 'B':
        return this.#reach(a, b, 'note-field') ?? (e > 0 ? narrowBars(e, this.#dotMm) : null)
      case 'A':
      case 'b':
        return this.#reach(a, b, 'note-field')
      case 'GW':
        return this.#reach(a + c * 8, b + d, 'note-picture')
      case 'LO':
      case 'LE':
      case 'LW':
        return this.#reach(a + c, b + d, 'note-line')
      case 'LS':
      case 'X':
        return this.#reach(d, e, 'note-line')
      default:
        return null
    }
  }

  #reach(right: number, bottom: number, code: ReachingNote): LabelSentence | null {
    const { widthDots, heightDots } = this.#media
    const [x, y] = [right + this.#origin.x, bottom + this.#origin.y]
    if (x <= widthDots * (1 + SLACK) && y <= heightDots * (1 + SLACK)) return null
    return say(code, { x, y, width: widthDots, height: heightDots })
  }
}
