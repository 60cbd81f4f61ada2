/** Asks an EPL printer for its state. Never `U` or `UP`: those print a label. */
export const ASK_EPL = '\r\n^ee\r\n'

/** Asks an EPL printer for its configuration, in text. */
export const ASK_EPL_CONFIGURATION = '\r\nUQ\r\n'

/** The line of `UQ` that names the printer and its firmware; null while it is not there. */
export function eplModelOf(bytes: Uint8Array): string | null {
  return (
    /^[ \t]*([A-Z]{2,3}\d{4}\w*[ \t].{0,40}?V\d[\w.]*)[ \t]*\r?$/m.exec(Buffer.from(bytes).toString('latin1'))?.[1] ??
    null
  )
}

/** The serial number of `UQ` (`S/N: 41A012345678`); null while it is not there. */
export function eplSerialOf(bytes: Uint8Array): string | null {
  return /^[ \t]*S\/N:?[ \t]*(\w[\w-]*)[ \t]*\r?\n/im.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? null
}

const TROUBLES: Record<string, string> = {
  '07': 'the paper is out',
  '11': 'the print head is open',
}

/** The last answer to `^ee`: its code, and what is wrong; null while it is not there. */
export function eplStatusOf(bytes: Uint8Array): { code: string; trouble: string | null } | null {
  const answer = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/(?<!\d)(\d\d)\r?\n/g),
  ].at(-1)
  const code = answer?.[1]
  if (code === undefined) return null
  return { code, trouble: code === '00' ? null : (TROUBLES[code] ?? `it reports error ${code}`) }
}
