/**
 * Everything that a judge says of a label, by code, in English. What stands in braces comes with the sentence; `does` is what a
 * command does, as its row has it. Screens say it in their own language.
 */
export const LABEL_SENTENCES = {
  'too-many-bytes': 'more than the {bytes} bytes that are allowed',
  'other-count': 'prints {labels} labels instead of {expected}',
  'other-copies': 'asks for {copies} copies, wanted are {expected}',
  'other-language': 'it holds commands of another printer language: {name} ({does})',
  'must-not': '{command} must not be in a label: {does}',
  'not-allowed': '{command} is not allowed on this printer',
  'settings-blocked': 'it changes settings of the printer, which this printer refuses: {names}',
  'no-label': 'there is no label',
  'not-closed': 'the label is not closed',
  'not-printed': 'a label is begun but not printed',
  'ends-inside': 'the stream ends inside of a command',
  'starts-inside': 'a label starts inside of another that was not closed',
  'field-open': 'a label ends inside of a field, and another one follows: data has broken out of its field',
  'closed-twice': 'a label is closed that was not open: data has broken out of its field',
  'stored-copies': 'a stored format asks for several labels',
  'many-settings': 'more settings than any label has',
  'many-objects': 'more stored objects than any label has',
  'long-parameters': 'the parameters of {command} are too long',
  'prefix-half': 'a prefix that may be the second half of a character',
  'prefix-letter': 'a prefix that is a letter stands in the name of a command',
  'prefix-missing': 'a prefix is missing',
  'prefix-unprintable': 'a control prefix that is no printable character',
  'prefix-twice': 'two control prefixes that are the same character',
  'prefix-text': 'text behind {command} that some printers may take for its new character',
  'delimiter-digit': 'a delimiter that is a digit',
  'control-in-name': 'a control character in the name of a command',
  'control-command': 'a control character that may be data or begin a command',
  'copies-unclear': '^PQ asks for {copies} labels, which printers may read differently',
  'copies-outside': '^PQ stands outside of a label: printers differ on what it counts',
  'copies-pause': '^PQ pauses the printer between labels',
  'set-unclear': '^CI{set} makes the printer read bytes in pairs, or is no character set',
  'units-stay': '^MU scales what later labels print',
  'level-other': '^SZ{level} switches to another version of the language',
  'settings-reset': "^JU{mode} resets the printer's settings",
  'stored-name': '{command} stores under a name that printers may read differently',
  'stored-drive': '{command} writes to drive {drive}:, which outlives the label',
  'stored-other': '{command} stores something else than a picture',
  'deleted-name': '^ID deletes by a pattern, or by a name that printers may read differently',
  'deleted-drive': '^ID deletes from drive {drive}:',
  'format-absent': '{command} calls up a format that is not in this file',
  'graphic-large': 'a graphic of {bytes} bytes, allowed are {most}',
  'graphic-form': '{command} of a form that is not known',
  'graphic-no-size': 'a graphic without its size',
  'graphic-long-size': 'the size of a graphic is longer than any number',
  'graphic-size': 'the size of a graphic is not written in digits',
  'graphic-uncounted': '{bytes} bytes of a graphic, more than a printer counts',
  'graphic-counts': 'a graphic of {bytes} bytes that says it has {total}',
  'graphic-short': 'graphic decodes to {bytes} bytes instead of {total}',
  'graphic-inflate': 'graphic does not inflate to {total} bytes',
  'graphic-endless': 'graphic is longer than {total} bytes can be',
  'graphic-packed-form': 'graphic data is not of the form :Z64:...:CRC',
  'graphic-crc': 'graphic data does not match its CRC',
  'graphic-base64': 'graphic data is not base64',
  'graphic-holds': 'graphic data holds {what}',
  'graphic-other-language': 'a command of another printer language in graphic data',
  'bytes-missing': '{bytes} bytes of binary data are missing',
  'epl-graphic-bytes': 'the GW graphic has not as many bytes as it says',
  'epl-graphic-unclear': 'a GW graphic whose size printers may read differently',
  'epl-graphic-ends': 'a GW graphic behind lines that end in two ways',
  'epl-graphic-size': 'the size of a {command} graphic is not written in digits',
  'epl-copies': 'P asks for a number that printers may read differently',
  'epl-line-end': 'a line end that may be part of a text',
  'epl-no-command': 'a line that is no command',
  'epl-long-line': 'a line that is longer than any command',
  'epl-blanks': 'a command behind blanks, which printers may read differently',
  'note-surplus': 'a graphic has more data than its {total} bytes; a printer ignores the rest',
  'note-unknown': 'not known here, left out: {names}',
  'note-setting': "1 command of the printer's owner left out: {names}",
  'note-settings': "{count} commands of the printer's owner left out: {names}",
  'note-narrow': 'a barcode with bars of {width} mm, which scanners may not read',
  'note-wide': 'the label is {dots} dots wide; the media has {media}',
  'note-long': 'the label is {dots} dots long; the media has {media}',
  'note-field': 'a field starts at {x}, {y}; the media has {width} by {height} dots',
  'note-picture': 'a picture ends at {x}, {y}; the media has {width} by {height} dots',
  'note-circle': 'a circle ends at {x}, {y}; the media has {width} by {height} dots',
  'note-line': 'a line or box ends at {x}, {y}; the media has {width} by {height} dots',
  'note-unseen': '{command}: the picture does not show what this does on paper',
  'note-unwritten': 'no font here has these letters, and the picture does not show them: {letters}',
  'note-framed': '{command}: the picture has its name in a frame, since this barcode is not drawn here',
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
