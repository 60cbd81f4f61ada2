import { say, type LabelSentence } from './sentence.ts'
import { plainRows, type CommandRow, type RowDefaults } from './command-row.ts'

const REFUSED: RowDefaults = {
  class: 'dangerous',
  treatment: 'refuse',
  outlives: 'flash',
  paper: 'nothing',
  manual: 'SGD Commands',
}

/**
 * What a printer takes on the port of its labels beside the label language. The names are the keys under which the watch for
 * them (`zpl/foreign.ts`) and the EPL scanner find them; docs/label-commands.md shows them.
 */
const OTHER_LANGUAGES = {
  sgd: { name: '! U1 setvar, getvar, do; ! U ... END', does: 'reads and sets printer variables' },
  json: { name: '{}{"name":value}', does: 'sets printer variables as JSON' },
  file: { name: '! CISDFCRC16', does: 'stores a file in flash' },
  cpcl: { name: '! offset dpi dpi height copies; ! UTILITIES; ! DF; ! UF', does: 'label or utility in CPCL' },
  xml: { name: '<?xml ...>', does: 'label or setting in XML' },
  escape: { name: 'ESC (0x1B) ...', does: 'driver blocks, PJL, ESC/P, EPL1' },
  packet: { name: 'SOH (0x01) ...', does: 'packets of a serial network' },
  utf16: { name: 'FE FF or FF FE', does: 'everything behind as UTF-16; save the file as UTF-8' },
  nul: { name: 'NUL (0x00)', does: 'UTF-16, or an end of text; save the file as UTF-8' },
  epl: { name: 'an EPL line among ZPL', does: 'second language on the port' },
  zpl: { name: 'a ZPL command among EPL', does: 'second language on the port' },
  text: { name: 'text outside of ^XA ... ^XZ', does: 'is no label; another program on the port may take it' },
  pjl: { name: '@PJL, %!PS, %PDF-', does: 'languages of page printers' },
} as const satisfies Readonly<Record<string, { name: string; does: string }>>
export type OtherLanguage = keyof typeof OTHER_LANGUAGES

/** The same as rows of a command table. */
export const OTHER_LANGUAGE_ROWS: readonly CommandRow[] = plainRows(
  REFUSED,
  Object.values(OTHER_LANGUAGES).map(({ name, does }) => [name, does]),
)

/** Bytes that are commands in ZPL, whatever the prefixes are changed to. */
export const CONTROL_BYTE_ROWS: readonly CommandRow[] = plainRows(
  { class: 'layout', treatment: 'pass', outlives: 'no', paper: 'nothing', manual: 'ZPL Commands' },
  [
    ['STX (0x02)', 'means ^XA'],
    ['ETX (0x03)', 'means ^XZ'],
    ['SI (0x0F)', 'means ^FS'],
    ['DLE (0x10)', 'means the prefix ~'],
    ['RS (0x1E)', 'means the prefix ^'],
    ['US (0x1F)', 'means the delimiter'],
  ],
)

/** Why a label is refused in which such a language was found. */
export function otherLanguageReason(found: OtherLanguage): LabelSentence {
  return say('other-language', OTHER_LANGUAGES[found])
}
