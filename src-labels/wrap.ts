const CUT = '...'

/**
 * Breaks text into at most `lines` lines that fit: at its own line ends, then at spaces, then
 * inside a word that is wider than a line. What does not fit is cut, and the cut is shown by `...`. Blank lines at the end
 * are none.
 */
export function wrapText(text: string, lines: number, fits: (line: string) => boolean): string[] {
  const wrapped: string[] = []
  const written = text.trimEnd()
  if (written === '') return wrapped
  for (const paragraph of written.split(/\r\n|\r|\n/)) {
    let line = ''
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') wrapped.push(line)
      line = ''
      for (const char of word) {
        if (line !== '' && !fits(line + char)) {
          wrapped.push(line)
          line = ''
        }
        line += char
      }
      if (wrapped.length > lines) break
    }
    wrapped.push(line)
    if (wrapped.length > lines) break
  }
  if (wrapped.length <= lines) return wrapped
  const kept = wrapped.slice(0, lines)
  kept[lines - 1] = withCut(kept[lines - 1] ?? '', fits)
  return kept
}

/** Text as one line; what does not fit is cut, inside a word too, and the cut is shown by `...`. */
export function cutText(text: string, fits: (line: string) => boolean): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return fits(line) ? line : withCut(line, fits)
}

function withCut(line: string, fits: (line: string) => boolean): string {
  const kept = [...line]
  while (kept.length > 0 && !fits(kept.join('') + CUT)) kept.pop()
  return kept.join('').trimEnd() + CUT
}
