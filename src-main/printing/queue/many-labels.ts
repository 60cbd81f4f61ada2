import { StationError } from '../../../src-shared/station/error.ts'

export interface LabelNumbers {
  /** In one copy of the document, including the copies that it asks for. */
  labels: number
  /** Copies of the document. */
  copies: number
  /** What a person said to the same question before. */
  agreed: number | undefined
}

/**
 * Asks before a job prints more labels than the station prints unasked: a number in a label is easily a slip.
 * @throws StationError MANY_LABELS (details.labels, details.most) unless a person said that very number
 */
export function askAboutMany({ labels, copies, agreed }: LabelNumbers, most: number): void {
  const all = labels * copies
  if (all <= most || all === agreed) return
  throw new StationError({
    code: 'MANY_LABELS',
    message: `This prints ${all} labels; more than ${most} must be confirmed.`,
    details: { labels: all, most },
  })
}
