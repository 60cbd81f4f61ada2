import type { Treatment } from './command-row.ts'
import { inEnglish, say, type LabelSentence } from './sentence.ts'
import type { LabelSize } from './label-size.ts'

/** Why a stream must not go to a printer. */
export interface Problem {
  /** truncated: something is missing or damaged. refused: it would do what a label must not, or readers may differ on it. */
  result: 'truncated' | 'refused'
  reason: LabelSentence
  /** Offset of the byte it is about. */
  at: number
}

/** A piece of the stream that is left out of what is sent: a command that is stripped or unknown. */
export interface Cut {
  name: string
  at: number
  end: number
}

/** The validation result of a stream of one language. */
export interface Judgement {
  /** Null when the stream is whole. */
  problem: Problem | null
  /** Labels that are complete, copies not counted. */
  labels: number
  /** Labels that come out, copies included. */
  copies: number
  /** What is left out, in the order of the stream. */
  cuts: Cut[]
  /** Warnings: to be shown, stopping nothing. */
  notes: LabelSentence[]
  /** What is to be sent behind it, so that the next label finds the printer as this one did. */
  suffix: (media: LabelSize | null) => string
}

/** Treatments that differ from the table's, by full name (`^MM`, `~SD`; EPL: `S`, `OD`); also of names that it lacks. */
export type Policy = Readonly<Record<string, Treatment>>

export interface Limits {
  /** Most bytes in the stream. */
  bytes: number
  /** Most bytes a single graphic may decode to; null: it is not looked at whether it decodes at all. */
  graphicBytes: number | null
  /** Copies that each label must ask for; absent: any number. */
  exactCopies?: number
  /** The media, in dots of so many millimetres, where what does not suit it is to be noted. */
  media?: { size: LabelSize; dotMm: number }
  policy?: Policy
}

/** No label has so many settings; remembering each is what makes the number matter. */
export const MOST_CUTS = 10_000
/** So many notes of one label are enough for anybody. */
const MOST_NOTES = 20
/** Names that a note lists before it only counts. */
const MOST_NAMES = 20

/** Notes on a stream, each once, in the order in which they came. */
export class Notes {
  readonly #notes: Map<string, LabelSentence>

  constructor(notes: Iterable<LabelSentence> = []) {
    this.#notes = new Map([...notes].map((note) => [inEnglish(note), note]))
  }

  add(note: LabelSentence): void {
    this.#notes.set(inEnglish(note), note)
  }

  /** The same, unless there are as many as anybody reads. */
  addFew(note: LabelSentence): void {
    if (this.#notes.size < MOST_NOTES) this.add(note)
  }

  get all(): LabelSentence[] {
    return [...this.#notes.values()]
  }
}

/** Notes on what is left out. */
export function cutNotes(cuts: readonly Cut[], isKnown: (name: string) => boolean): LabelSentence[] {
  const notes: LabelSentence[] = []
  const known = cuts.filter(({ name }) => isKnown(name))
  const unknown = namesOf(cuts.filter(({ name }) => !isKnown(name)))
  if (unknown.length > 0) notes.push(say('note-unknown', { names: listed(unknown) }))
  if (known.length > 0) {
    const [names, count] = [listed(namesOf(known)), known.length]
    notes.push(count === 1 ? say('note-setting', { names }) : say('note-settings', { count, names }))
  }
  return notes
}

/** Each name once, in the order in which they came. */
export function namesOf(cuts: readonly Cut[]): string[] {
  return [...new Set(cuts.map(({ name }) => name))]
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(' ') + (rest > 0 ? ` + ${rest}` : '')
}
