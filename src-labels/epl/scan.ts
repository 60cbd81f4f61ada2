import { eplCommands } from './commands.ts'

export interface EplVerdict {
  /** whole: at least one label, printed by a complete `P`, and every command complete. */
  verdict: 'whole' | 'truncated'
  /** One sentence for people; empty when whole. */
  reason: string
  /** Offset of the byte the reason is about; the stream's length when whole. */
  at: number
  /** Labels that a complete `P` prints, copies not counted. */
  labels: number
}

/** Judges a stream before it goes to a printer. A label that lost any of its bytes, the last line end included, is truncated. */
export function judgeEpl(bytes: Uint8Array): EplVerdict {
  let labels = 0
  /** Where a label was begun that nothing has printed yet. */
  let begun: number | null = null
  for (const { name, at, isComplete } of eplCommands(bytes)) {
    if (!isComplete) return { verdict: 'truncated', reason: `the stream ends inside of a ${name} command`, at, labels }
    if (name === 'N') begun ??= at
    else if (name === 'P') {
      labels += 1
      begun = null
    }
  }
  if (begun !== null) return { verdict: 'truncated', reason: 'a label is begun but not printed', at: begun, labels }
  if (labels === 0) return { verdict: 'truncated', reason: 'there is no label', at: bytes.length, labels }
  return { verdict: 'whole', reason: '', at: bytes.length, labels }
}

/** How many labels a stream prints, copies not counted. */
export function countEplLabels(bytes: Uint8Array): number {
  return judgeEpl(bytes).labels
}
