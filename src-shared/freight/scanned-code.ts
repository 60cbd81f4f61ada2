import { visibleText } from '../clean-text.ts'

/**
 * A scanner's input as the code on the label: control and format characters (U+200E, soft hyphen), blanks at both ends,
 * and the AIM identifier some scanners put in front (`]C1`, ISO/IEC 15424) are stripped; any blank inside is a plain one,
 * and accents are composed (NFC).
 */
export function scannedCode(typed: string): string {
  return visibleText(typed.replaceAll(/\p{Cc}/gu, ''))
    .trim()
    .replace(/^\][A-Za-z][0-9A-Za-z]\s*/, '')
}

/** The possible meanings of a code. */
export interface CodeReadings {
  /** As it was given, without the asterisks of Code 39, and the tracking number behind a routing prefix. */
  codes: string[]
  /** The same as PRO numbers without dashes and blanks, which carriers print with or without. */
  pros: string[]
}

/** 420 and a ZIP of five or nine digits (GS1 AI 420, ship-to postal code), and at least this much of a tracking number. */
const ROUTED = [/^420\d{5}([0-9A-Z]{8,})$/i, /^420\d{9}([0-9A-Z]{8,})$/i]

/** Code 39 begins and ends with an asterisk, which some scanners pass on (ISO/IEC 16388). */
const STARRED = /^\*([^*]+)\*$/

/** Everything that a code, already stripped by `scannedCode`, may mean. A scan and the search of Track use the same. */
export function readingsOf(code: string): CodeReadings {
  const whole = code.replaceAll(' ', '')
  const codes = new Set([
    code,
    ...(STARRED.exec(code)?.slice(1) ?? []),
    ...ROUTED.flatMap((form) => form.exec(whole)?.[1] ?? []),
  ])
  return { codes: [...codes], pros: [...new Set([...codes].map(bareCode))].filter((pro) => pro !== '') }
}

/**
 * Every spelling under which the readings of a code may be kept. With Caps Lock on, small and capital letters change
 * places; carriers print capitals; a reference may have been kept with accents that are not composed.
 */
export function spellingsOf(code: string): CodeReadings {
  const { codes, pros } = readingsOf(code)
  const spelled = (texts: readonly string[]) => [
    ...new Set(texts.flatMap((text) => [text, otherCase(text), text.toUpperCase(), text.normalize('NFD')])),
  ]
  return { codes: spelled([...codes, code.replaceAll(' ', '')]), pros: spelled(pros) }
}

/** As the keyboard types it with Caps Lock the other way round. */
const otherCase = (text: string): string =>
  text.replaceAll(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** A number without its dashes and blanks: `100-340397-9` and `100 340397 9` are one PRO. */
export const bareCode = (code: string): string => code.replaceAll(/[- ]/g, '')
