import type { LabelSize } from '../label-size.ts'
import { arePrefixesStandard, type ReadCommand } from './reader.ts'
import type { PrefixName } from './kinds.ts'

/** No label stores so many objects; each is remembered. */
const MOST_OBJECTS = 200

/** What a stream leaves in the printer that a next label would inherit, and the bytes that take it back. */
export class PrinterStateReset {
  /** By what sets it back: the setting as it was last made. */
  readonly #settings = new Map<string, string>()
  /** Names of objects in memory, with their endings. */
  readonly #objects = new Set<string>()

  copy(): PrinterStateReset {
    const other = new PrinterStateReset()
    for (const [setBack, last] of this.#settings) other.#settings.set(setBack, last)
    for (const name of this.#objects) other.#objects.add(name)
    return other
  }

  /**
   * A command has passed that stays with the printer.
   * @param isInside whether it is in a format: printers differ on what they obey outside, so that is always set back.
   */
  set(setBack: string, { kind, parameters }: ReadCommand, isInside: boolean): void {
    const last = kind.full + parameters.join(',').trim().toUpperCase()
    const back = setBackOf(setBack, last)
    if (back !== null) this.#settings.set(back, isInside ? last : '')
  }

  store(name: string): boolean {
    this.#objects.add(name)
    return this.#objects.size <= MOST_OBJECTS
  }

  delete(name: string): void {
    this.#objects.delete(name)
  }

  has(name: string): boolean {
    return this.#objects.has(name)
  }

  /**
   * A format that prints nothing: every setting as a printer starts with it, every object deleted; empty when nothing is
   * left behind. Sizes go back to the media's where it is known.
   */
  suffix(prefixes: Readonly<Record<PrefixName, string>>, media: LabelSize | null): string {
    const standard = arePrefixesStandard(prefixes) ? '' : `${prefixes.CC}CC^^CT~^CD,`
    const settings = [...this.#settings]
      .map(([setBack, last]) => ({ back: withMedia(setBack, media), last }))
      .filter(({ back, last }) => back !== null && back !== last)
      .map(({ back }) => back)
    const objects = [...this.#objects].map((name) => `^IDR:${name}^FS`)
    const body = [...settings, ...objects].join('')
    return standard + (body === '' ? '' : `^XA${body}^XZ`)
  }
}

/**
 * What sets a setting back. The second and the third clock (`^SO2`, `^SO3`) are settings of one command: of several commands
 * it is the one for the same setting; null when the command names none, and so changes nothing.
 */
export function setBackOf(setBack: string, last: string): string | null {
  const parts = setBack.split(/(?=\^)/)
  return parts.length === 1 ? setBack : (parts.find((part) => part.slice(0, 4) === last.slice(0, 4)) ?? null)
}

function withMedia(setBack: string, media: LabelSize | null): string | null {
  if (!setBack.includes('{')) return setBack
  if (!media) return null
  return setBack.replace('{width}', String(media.widthDots)).replace('{height}', String(media.heightDots))
}
