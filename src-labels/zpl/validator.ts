import { otherLanguageReason } from '../other-languages.ts'
import { say } from '../sentence.ts'
import { cutNotes, MOST_CUTS, Notes, type Cut, type Judgement, type Limits, type Problem } from '../validation.ts'
import { zplCommand } from './command-table.ts'
import { ZplFormats } from './formats.ts'
import type { Kind } from './kinds.ts'
import { PrinterStateReset } from './printer-state-reset.ts'
import {
  decideCopies,
  decideDeleting,
  decideEncoding,
  decideLevel,
  decideSaving,
  decideStoring,
  decideUnits,
  endingOf,
  objectOf,
  PASS,
  refused,
  STRIP,
  type Decision,
} from './parameters.ts'
import { ZplReader, type ReadCommand, type ZplListener } from './reader.ts'

/** What is kept of a stream between two commands. */
interface State {
  formats: ZplFormats
  stateReset: PrinterStateReset
  cuts: Cut[]
  notes: Notes
}

/**
 * Judges a stream of ZPL in chunks of any size, in one pass and linear time. `result()` says what it would be worth if it
 * ended there, and may be asked at any time; the answer depends on the bytes alone, never on how they were cut.
 */
export class ZplValidator implements ZplListener {
  readonly #limits: Limits
  readonly #reader: ZplReader
  readonly #state: State
  #problem: Problem | null = null

  constructor(limits: Limits) {
    this.#limits = limits
    this.#state = { formats: new ZplFormats(limits), stateReset: new PrinterStateReset(), cuts: [], notes: new Notes() }
    this.#reader = new ZplReader(this)
  }

  feed(chunk: Uint8Array): void {
    this.#reader.feed(chunk)
    const { bytes } = this.#limits
    if (this.#reader.length > bytes) {
      this.fail({ result: 'refused', reason: say('too-many-bytes', { bytes }), at: bytes })
    }
  }

  get graphicBytes(): number | null {
    return this.#limits.graphicBytes
  }

  get isInside(): boolean {
    return this.#state.formats.isOpen
  }

  get isDone(): boolean {
    return this.#problem !== null
  }

  begin(kind: Kind, at: number): void {
    if (kind.isFormat) this.fail(this.#state.formats.begin(kind, at))
    if (kind.row?.treatment === 'pass' && this.#limits.policy === undefined) return
    // What its name decides stops the reading at once, whatever its parameters are.
    const decision = kind.row?.decides ? PASS : this.#byName(kind)
    if (decision.reason) this.fail({ result: 'refused', reason: decision.reason, at })
  }

  end(command: ReadCommand): void {
    this.fail(this.#take(command, this.#state))
  }

  fail(problem: Problem | null): void {
    this.#problem ??= problem
  }

  /** The validation result if the stream ends here. */
  result(): Judgement {
    const state: State = {
      formats: this.#state.formats.copy(),
      stateReset: this.#state.stateReset.copy(),
      cuts: [...this.#state.cuts],
      notes: new Notes(this.#state.notes.all),
    }
    const problem = this.#problem ?? this.#problemAtEnd(state)
    const { labels, copies } = state.formats
    const { prefixes } = this.#reader
    return {
      problem,
      labels,
      copies,
      cuts: state.cuts,
      notes: [...state.notes.all, ...cutNotes(state.cuts, (name) => zplCommand(name) !== null)],
      suffix: (media) => state.stateReset.suffix(prefixes, media),
    }
  }

  #problemAtEnd(state: State): Problem | null {
    const { pending } = this.#reader
    return (
      this.#reader.problemAtEnd() ??
      (pending && this.#take(pending, state)) ??
      state.formats.problemAtEnd(this.#reader.length)
    )
  }

  #byName({ full, row }: Kind): Decision {
    const own = this.#own(full)
    if (own) return own
    if (!row || row.treatment === 'strip') return STRIP
    return row.treatment === 'pass' ? PASS : refused(say('must-not', { command: full, does: row.does }))
  }

  #own(full: string): Decision | null {
    const { policy = {} } = this.#limits
    const own = Object.hasOwn(policy, full) ? policy[full] : undefined
    if (own === undefined) return null
    return own === 'refuse' ? refused(say('not-allowed', { command: full })) : { treatment: own, reason: null }
  }

  /** Decides on a command that is complete, and what it leaves behind. */
  #take(command: ReadCommand, state: State): Problem | null {
    const { kind, at, textAt, end } = command
    if (command.problem) return { ...command.problem, at }
    const { treatment, reason } = this.#decide(command, state)
    if (reason) return { result: 'refused', reason, at }
    if (command.note !== null) state.notes.add(command.note)
    if (treatment === 'strip') {
      // Without the command, its line would be text that other programs may take.
      if (textAt !== at) return { result: 'refused', reason: otherLanguageReason('text'), at: textAt }
      state.cuts.push({ name: kind.full, at, end })
      if (state.cuts.length <= MOST_CUTS) return null
      return { result: 'refused', reason: say('many-settings'), at }
    }
    const unsuited = this.#limits.media && kind.wantsParameters ? state.formats.noteOn(kind, command.parameters) : null
    if (unsuited !== null) state.notes.addFew(unsuited)
    return this.#keep(command, state)
  }

  #decide(command: ReadCommand, { formats, stateReset }: State): Decision {
    const { kind, parameters } = command
    const decides = kind.row?.decides ?? null
    const own = this.#own(kind.full)
    if (own || decides === null) return own ?? this.#byName(kind)
    if (command.isOverlong) return refused(say('long-parameters', { command: kind.full }))
    switch (decides) {
      case 'copies':
        return decideCopies(parameters, formats.isOpen)
      case 'encoding':
        return decideEncoding(parameters)
      case 'units':
        return decideUnits(parameters)
      case 'level':
        return decideLevel(parameters)
      case 'save-mode':
        return decideSaving(parameters)
      case 'stored-object':
        return decideStoring(kind.full, parameters, objectIn(command))
      case 'recalled-object':
        return isStoredIn(stateReset, command) ? PASS : refused(say('format-absent', { command: kind.full }))
      case 'deleted-object':
        return decideDeleting(objectIn(command), isStoredIn(stateReset, command))
      case 'picture':
      case 'prefix':
        return PASS
    }
  }

  #keep(command: ReadCommand, { formats, stateReset }: State): Problem | null {
    const { kind, at, parameters } = command
    const setBack = kind.row?.setBack ?? null
    if (setBack !== null && !kind.isPrefix) stateReset.set(setBack, command, formats.isOpen)
    const object = kind.row?.decides === 'stored-object' || kind.full === '^ID' ? objectIn(command) : null
    if (object && kind.full === '^ID') stateReset.delete(object.name)
    else if (object && !stateReset.store(object.name)) {
      return { result: 'refused', reason: say('many-objects'), at }
    }
    return kind.wantsParameters && kind.isFormat ? formats.end(kind, at, parameters) : null
  }
}

function objectIn({ kind, parameters }: ReadCommand) {
  const isFormat = kind.full === '^DF' || kind.full === '^XF'
  const ending = isFormat ? 'ZPL' : kind.full === '~DY' ? endingOf(parameters[2] ?? '') : 'GRF'
  return objectOf(parameters[0] ?? '', ending)
}

function isStoredIn(stateReset: PrinterStateReset, command: ReadCommand): boolean {
  const object = objectIn(command)
  return object !== null && object.drive === 'R' && stateReset.has(object.name)
}
