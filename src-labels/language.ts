export const LABEL_LANGUAGES = ['ZPL', 'EPL'] as const
export type LabelLanguage = (typeof LABEL_LANGUAGES)[number]

/** A line as EPL2 begins or draws a label with; `N`, sizes, settings, fields. ZPL has none like it. */
const EPL_LINE = new RegExp(
  '^\\s*(' +
    [
      'N',
      '[qSD]\\d+',
      'Q\\d+(,[+-]?\\d+)*',
      'R-?\\d+,-?\\d+',
      'Z[TB]',
      'I\\d.*',
      'O[A-Z,0-9-]*',
      'J[BCF]',
      '[AB]-?\\d+,-?\\d+,.*',
      'b-?\\d+,-?\\d+,.*',
      'L[OEWS]-?\\d+,.*',
      'X-?\\d+,.*',
      'G[GKM][-\\d"].*',
      'GW-?\\d.*',
      '[GFE]I',
      'F[SRK]".*',
      'FE',
      'P\\d+(,\\d+)?',
      'U[A-Z$%]*',
      'r[NY]',
      'AUTOFR',
      'E[SK]".*',
      'T[DTS][a-z\\d]\\S*',
      'W[NY]',
      'Y\\d.*',
      'M\\d+(,\\d+)*',
      'C\\d?',
      'V\\d\\d.*',
      'PA\\d*',
      'eR.{0,12}',
      'o[BEHLMRW].{0,12}',
      'dump',
      'xa',
      '\\^(@|ee|default)',
      '\\?',
    ].join('|') +
    ')\\s*$',
)
/** Whether a line, without its line end, is one that EPL knows and that is no text. */
export function isEplLine(line: string): boolean {
  return EPL_LINE.test(line)
}

/** A ZPL command: a prefix and two characters, the first a letter; a line may end inside of its name. */
const ZPL_COMMAND = /[\^~](?:[A-Za-z][A-Za-z0-9@]|[A-Za-z]?\s*$)/
/** Characters that no EPL line holds: STX, which means `^XA`, and the prefixes that old mainframes send. */
const ZPL_CONTROLS = ['\u0002', '\u0010', '\u001e']
/** The longest line that can identify a language; raw bytes of a `GW` may hold no line end for long. */
const LONGEST_LINE = 512

/**
 * The language of a stream by its first line that belongs to either; null when none does, or not yet. A line after `;` is
 * EPL's comment, but people write it above ZPL too: it decides only where nothing else stands.
 * @param isAll whether the stream ends with these bytes. When it does not, its last line is not checked: the answer for the
 *   beginning of a stream never changes with what follows.
 */
export function detectLanguage(bytes: Uint8Array, isAll: boolean): LabelLanguage | null {
  let hasNote = false
  for (let from = 0; from < bytes.length;) {
    const lineEnd = bytes.indexOf(0x0a, from)
    const isComplete = lineEnd >= 0 || isAll || bytes.length - from >= LONGEST_LINE
    if (!isComplete) return null
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd, from + LONGEST_LINE)
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
    from = end + (lineEnd === end ? 1 : 0)
    if (/^\s*;/.test(line)) {
      hasNote = true
      continue
    }
    if (/^GW\d+,\d+,\d+,\d+,/.test(line) || EPL_LINE.test(line)) return 'EPL'
    if (ZPL_COMMAND.test(line) || ZPL_CONTROLS.some((char) => line.includes(char))) return 'ZPL'
  }
  return hasNote && isAll ? 'EPL' : null
}
