import type { IconComponent } from '../../ui/basic/icon.ts'
import CircleQuestionMark from '~icons/circle-question-mark'
import Clock from '~icons/clock'
import Printer from '~icons/printer'
import Save from '~icons/save'
import SearchCheck from '~icons/search-check'
import Tag from '~icons/tag'
import TriangleAlert from '~icons/triangle-alert'
import X from '~icons/x'
import type { NotReady, NotReadyKind } from '../../../src-shared/station/documents/endofday.ts'
import type { Tone } from '../../ui/basic/status.ts'

/** How each reason looks; its text is in the catalogue under `notReady.<kind>`. */
export const NOT_READY_LOOKS: Record<NotReadyKind, { tone: Tone; icon: IconComponent }> = {
  'needs-decision': { tone: 'bad', icon: CircleQuestionMark },
  unknown: { tone: 'wait', icon: SearchCheck },
  rejected: { tone: 'bad', icon: X },
  unsent: { tone: 'wait', icon: Save },
  'being-canceled': { tone: 'wait', icon: Clock },
  'no-label': { tone: 'wait', icon: Tag },
  'print-unknown': { tone: 'wait', icon: CircleQuestionMark },
  'print-failed': { tone: 'bad', icon: TriangleAlert },
  'not-printed': { tone: 'wait', icon: Printer },
  'print-open': { tone: 'move', icon: Clock },
}

/** The actions for a row beside opening its booking, the likeliest first. */
export type RowAction = 'send' | 'print' | 'retry' | 'it-printed' | 'print-again' | 'check' | 'queue'

export function actionsOf({ kind }: Pick<NotReady, 'kind'>): readonly RowAction[] {
  switch (kind) {
    case 'unsent':
      return ['send']
    case 'unknown':
      return ['check']
    case 'no-label':
    case 'not-printed':
      return ['print']
    case 'print-failed':
      return ['retry']
    case 'print-unknown':
      return ['it-printed', 'print-again']
    case 'print-open':
      return ['queue']
    case 'needs-decision':
    case 'rejected':
    case 'being-canceled':
      return []
  }
}

/** Rows whose label one button can print together. */
export function unprinted(rows: readonly NotReady[]): NotReady[] {
  return rows.filter(({ kind }) => kind === 'no-label' || kind === 'not-printed')
}
