import { eplCommand } from './epl/command-table.ts'
import { LabelInspector, stripLabel, type Inspection } from './inspect.ts'
import type { LabelDpi, LabelMedia } from './label-size.ts'
import type { LabelLanguage } from './language.ts'
import { namesOf, type Policy } from './validation.ts'
import { zplCommand } from './zpl/command-table.ts'

/** The printer that a label is for. */
export interface LabelTarget {
  language: LabelLanguage
  dpi: LabelDpi
  media: LabelMedia
  policy?: Policy
  /** Whether settings of the printer's owner go to it as well, instead of being left out. */
  keepsSettings?: boolean
}

/** What goes to a printer; `bytes` is null unless the label is whole. */
export interface LabelToSend {
  inspection: Inspection
  bytes: Uint8Array | null
  /** Names of commands that are left out, each once. */
  leftOut: string[]
  /** The end of `bytes` that sets the printer back, Latin-1; empty: nothing needs to be. */
  setBack: string
}

/**
 * What is sent of a label: its bytes without what a label must not set, and behind them what sets the printer back to where
 * the next label expects it. A label that leaves nothing behind is the very same bytes.
 */
export function labelToSend(bytes: Uint8Array, target: LabelTarget): LabelToSend {
  return labelsToSend([bytes], target)
}

/**
 * The same of several documents that go to a printer as one, in one pass over their bytes. Each must be whole where it ends:
 * what one of them lacks, the next must not make good. Where one is not, `inspection` is of all up to it, and `at` counts
 * from its own first byte.
 */
export function labelsToSend(
  documents: readonly Uint8Array[],
  { language, dpi, media, policy, keepsSettings = false }: LabelTarget,
): LabelToSend {
  const inspector = new LabelInspector({ language, ...(policy ? { policy } : {}) })
  let start = 0
  let inspection = inspector.result()
  for (const document of documents) {
    inspector.feed(document)
    inspection = inspector.result()
    if (inspection.result !== 'whole') {
      const at = inspection.at === null ? null : Math.max(0, inspection.at - start)
      return { inspection: { ...inspection, at }, bytes: null, leftOut: [], setBack: '' }
    }
    start += document.length
  }
  if (inspection.result !== 'whole') return { inspection, bytes: null, leftOut: [], setBack: '' }
  const cuts = inspection.cuts.filter(({ name }) => !keepsSettings || !isSetting(name, language))
  const [only] = documents
  const kept = stripLabel(documents.length === 1 && only ? only : Buffer.concat(documents), cuts)
  const suffix = inspector.suffix({ dpi, media })
  const toSend = suffix === '' ? kept : Buffer.concat([kept, Buffer.from(suffix, 'latin1')])
  return { inspection, bytes: toSend, leftOut: namesOf(cuts), setBack: suffix }
}

/** Whether a command is known to set something, as against questions, feeds, and unknown commands. */
export function isSetting(name: string, language: LabelLanguage): boolean {
  const row = language === 'ZPL' ? zplCommand(name) : eplCommand(name)
  return row?.class === 'printer-setting' || row?.class === 'label-setting'
}
