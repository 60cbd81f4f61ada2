import { eplCommands } from './epl/commands.ts'
import { printedBy } from './epl/parameters.ts'
import type { LabelLanguage } from './language.ts'
import { ZplFormats } from './zpl/formats.ts'
import { ZplReader } from './zpl/reader.ts'

/** Labels in a stream, and how many come out of a printer that obeys it, whatever else it holds. */
export interface LabelCount {
  labels: number
  copies: number
}

/** Counts with the validator's readers, so that the same labels are validated and counted. */
export function countLabels(bytes: Uint8Array, language: LabelLanguage): LabelCount {
  return language === 'ZPL' ? countZpl(bytes) : countEpl(bytes)
}

function countZpl(bytes: Uint8Array): LabelCount {
  const formats = new ZplFormats({})
  const reader = new ZplReader({
    graphicBytes: null,
    isDone: false,
    get isInside() {
      return formats.isOpen
    },
    begin: (kind, at) => {
      if (kind.isFormat) formats.begin(kind, at)
    },
    end: ({ kind, at, parameters }) => {
      if (kind.isFormat && kind.wantsParameters) formats.end(kind, at, parameters)
    },
    fail: () => undefined,
  })
  reader.feed(bytes)
  return { labels: formats.labels, copies: formats.copies }
}

function countEpl(bytes: Uint8Array): LabelCount {
  const printed = [...eplCommands(bytes)]
    .filter(({ name }) => name === 'P')
    .map(({ parameters }) => printedBy(parameters))
  return { labels: printed.length, copies: printed.reduce<number>((sum, copies) => sum + (copies ?? 0), 0) }
}
