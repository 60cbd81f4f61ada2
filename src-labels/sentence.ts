/**
 * Every message of a label validator, by code, in English. Values in braces come with the sentence; `does` is what a
 * command does, as its row has it. Screens show it in their own language.
 */
export const LABEL_SENTENCES = {
  'too-many-bytes': 'over the {bytes}-byte limit',
  'other-count': 'label count is {labels}, expected {expected}',
  'other-copies': 'copy count is {copies}, expected {expected}',
  'other-language': 'has commands for another printer language: {name} ({does})',
  'must-not': "{command} isn't allowed in a label: {does}",
  'not-allowed': "{command} isn't allowed on this printer",
  'settings-blocked': 'changes printer settings, which this printer blocks: {names}',
  'no-label': 'no label found',
  'not-closed': 'the label has no end command',
  'not-printed': "a label starts but doesn't print",
  'ends-inside': 'the file ends in the middle of a command',
  'starts-inside': 'a label starts inside another label',
  'field-open': 'a label ends in the middle of a field and another label starts',
  'closed-twice': 'end command without a label: data broke out of its field',
  'stored-copies': 'a stored format prints several labels',
  'many-settings': 'too many settings for a label',
  'many-objects': 'too many stored objects for a label',
  'long-parameters': '{command} parameters are too long',
  'prefix-half': 'the prefix may be half of a character',
  'prefix-letter': 'a letter used as prefix appears in a command name',
  'prefix-missing': 'missing prefix',
  'prefix-unprintable': "a control prefix isn't a printable character",
  'prefix-twice': 'two control prefixes use the same character',
  'prefix-text': 'text after {command} that some printers may read as its new character',
  'delimiter-digit': 'the delimiter is a digit',
  'control-in-name': 'control character in a command name',
  'control-command': 'control character that may be data or start a command',
  'copies-unclear': '^PQ requests {copies} labels; printers may read this differently',
  'copies-outside': '^PQ outside a label: printers count it differently',
  'copies-pause': '^PQ pauses the printer between labels',
  'set-unclear': "^CI{set} makes the printer read bytes in pairs, or isn't a character set",
  'units-stay': '^MU rescales later labels',
  'level-other': '^SZ{level} switches the language version',
  'settings-reset': '^JU{mode} resets printer settings',
  'stored-name': '{command} stores under a name that printers may read differently',
  'stored-drive': "{command} writes to drive {drive}:, which isn't cleared after the label",
  'stored-other': '{command} stores something other than an image',
  'deleted-name': '^ID deletes by a pattern, or by a name that printers may read differently',
  'deleted-drive': '^ID deletes from drive {drive}:',
  'format-absent': "{command} calls a format that isn't in this file",
  'graphic-large': '{bytes}-byte graphic, limit {most}',
  'graphic-form': '{command} in an unknown format',
  'graphic-no-size': 'graphic without a size',
  'graphic-long-size': 'graphic size has too many digits',
  'graphic-size': "graphic size isn't a number",
  'graphic-uncounted': '{bytes}-byte graphic, more than a printer can count',
  'graphic-counts': '{bytes}-byte graphic that claims {total}',
  'graphic-short': 'graphic decodes to {bytes} bytes, not {total}',
  'graphic-inflate': "graphic doesn't decompress to {total} bytes",
  'graphic-endless': 'graphic data is longer than its declared {total} bytes',
  'graphic-packed-form': "graphic data isn't in the form :Z64:...:CRC",
  'graphic-crc': "graphic data doesn't match its CRC",
  'graphic-base64': "graphic data isn't base64",
  'graphic-holds': 'graphic data contains {what}',
  'graphic-other-language': 'command for another printer language in graphic data',
  'bytes-missing': '{bytes} bytes of binary data missing',
  'epl-graphic-bytes': 'the GW graphic has a different byte count than it declares',
  'epl-graphic-unclear': 'GW graphic whose size printers may read differently',
  'epl-graphic-ends': 'GW graphic after mixed line endings',
  'epl-graphic-size': "{command} graphic size isn't a number",
  'epl-copies': 'the P command has a copy count that printers may read differently',
  'epl-line-end': 'line ending that may be part of a text',
  'epl-open-line': 'the last line has no line ending; the printer waits for it',
  'epl-no-command': "line that isn't a command",
  'epl-long-line': 'line too long for a command',
  'epl-blanks': 'command after spaces; printers may read it differently',
  'note-surplus': 'a graphic has more than its {total} bytes; printers ignore the rest',
  'note-unknown': 'unknown commands left out: {names}',
  'note-setting': '1 printer-setup command left out: {names}',
  'note-settings': '{count} printer-setup commands left out: {names}',
  'note-narrow': 'barcode bars only {width} mm wide; scanners may not read it',
  'note-wide': 'label is {dots} dots wide; the media is {media}',
  'note-long': 'label is {dots} dots long; the media is {media}',
  'note-field': 'field starts at {x}, {y}; the media is {width} × {height} dots',
  'note-picture': 'picture ends at {x}, {y}; the media is {width} × {height} dots',
  'note-circle': 'circle ends at {x}, {y}; the media is {width} × {height} dots',
  'note-line': 'line or box ends at {x}, {y}; the media is {width} × {height} dots',
  'note-utf8': 'text is UTF-8, but the character set has one byte per letter: {meant} prints as {printed}',
  'note-blank': 'blank, nothing to print: page {pages}',
  'note-unseen': '{command}: effect not shown in the preview',
  'note-unwritten': 'no font for these characters, not shown in the preview: {letters}',
  'note-framed': '{command}: barcode not shown in the preview; a named box marks its place',
} as const

export type LabelSentenceCode = keyof typeof LABEL_SENTENCES
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type ValuesOf<C extends LabelSentenceCode> = NamesIn<(typeof LABEL_SENTENCES)[C]>

/** A sentence about a label as data. */
export interface LabelSentence {
  code: LabelSentenceCode
  values: Readonly<Record<string, string | number>>
}

/** A sentence with all that it is filled with. */
export function say<C extends LabelSentenceCode>(
  code: C,
  ...[values]: [ValuesOf<C>] extends [never] ? [] : [values: Readonly<Record<ValuesOf<C>, string | number>>]
): LabelSentence {
  return { code, values: values ?? {} }
}

/** The sentence in English. */
export function inEnglish({ code, values }: LabelSentence): string {
  return LABEL_SENTENCES[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}
