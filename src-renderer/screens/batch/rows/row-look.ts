import type { BatchRow, BatchRules } from '../../../../src-shared/station/batch/batch.ts'
import type { ColumnMap } from '../../../../src-shared/station/batch/batch-field.ts'
import { otherFieldsOf } from '../../../../src-shared/station/batch/named-cells.ts'
import type { Tone } from '../../../ui/basic/status.ts'

/** The status text of a row that is no booking yet. */
export type RowWord =
  'ready' | 'error' | 'duplicate' | 'leaveOut' | 'bookToo' | 'waiting' | 'failed' | 'skipped' | 'submitted'

export const ROW_TONES = {
  ready: 'ok',
  error: 'bad',
  duplicate: 'wait',
  leaveOut: 'idle',
  bookToo: 'ok',
  waiting: 'idle',
  failed: 'bad',
  skipped: 'idle',
  submitted: 'move',
} satisfies Record<RowWord, Tone>

/** The word of a row: its status, and for a duplicate the effect of its answer or the rule. */
export function rowWord(
  { state, outcome, answer }: Pick<BatchRow, 'state' | 'outcome' | 'answer'>,
  { onDuplicate }: Pick<BatchRules, 'onDuplicate'>,
  isChecked: boolean,
): RowWord {
  if (state !== 'waiting') return state
  if (outcome === 'error') return 'error'
  if (outcome === 'ok') return isChecked ? 'ready' : 'waiting'
  const word = answer ?? onDuplicate
  return word === 'ask' ? 'duplicate' : word === 'skip' ? 'leaveOut' : 'bookToo'
}

/** Does the row wait for a person's word? */
export function isAsked({ state, outcome }: Pick<BatchRow, 'state' | 'outcome'>, { onDuplicate }: BatchRules): boolean {
  return state === 'waiting' && outcome === 'duplicate' && onDuplicate === 'ask'
}

/** Does a problem of the row name cells of the file beside its own? Any of them may be the wrong one. */
export function namesOthers({ problems }: Pick<BatchRow, 'problems'>, map: Pick<ColumnMap, 'columns'> | null): boolean {
  const mapped = map?.columns.map(({ field }) => field) ?? []
  return problems.flatMap(otherFieldsOf).some((field) => mapped.includes(field))
}

/** The letter of a column as a spreadsheet has it: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}
