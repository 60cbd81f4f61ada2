/** The signs of a US keyboard by the key's place (KeyboardEvent.code): without Shift, and with it. */
const SIGNS: Readonly<Record<string, string>> = {
  Space: '  ',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const ABOVE_DIGITS = ')!@#$%^&*('

/**
 * The character of this key on a US keyboard, regardless of Caps Lock: a scanner holds Shift for a capital. Null: no
 * character.
 */
export function usKeyOf(code: string, hasShift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return hasShift ? letter : letter.toLowerCase()
  const [, pad, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit !== undefined) return hasShift && pad === 'Digit' ? ABOVE_DIGITS.charAt(Number(digit)) : digit
  return SIGNS[code]?.charAt(hasShift ? 1 : 0) ?? null
}
