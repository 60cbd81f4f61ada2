import { decodeZplPicture, zplPicture } from '../../../src-labels/zpl/picture.ts'
import { zplParameters, type ZplCommand } from '../../../src-labels/zpl/commands.ts'
import { FieldLetters } from '../../../src-labels/zpl/character-set.ts'
import { isStrange } from './zpl-own-text.ts'
import { latin1 } from './zpl-plain.ts'

const CARET_OR_TILDE = /[\^~]/
/** What marks the hex that is written here where the label has no mark of its own. */
const MARK = '_'

/**
 * Commands as the text that the renderer takes, which it reads as UTF-8: pictures in hex, letters of other character sets as
 * what they are, and prefixes that a label prints escaped.
 * @param instead the replacement of a command's own text, by its index; null: unchanged.
 */
export function rendererText(commands: readonly ZplCommand[], instead: (index: number) => string | null): string {
  const letters = new FieldLetters()
  let text = ''
  for (const [index, command] of commands.entries()) {
    text += instead(index) ?? pictureText(command) ?? written(command, letters)
  }
  return text
}

/** Texts of fields in letters that the renderer's fonts lack, by the index of the command that has them. */
export function strangeTexts(commands: readonly ZplCommand[]): Map<number, string> {
  const letters = new FieldLetters()
  const found = new Map<number, string>()
  for (const [index, command] of commands.entries()) {
    letters.follow(command)
    if (command.name !== 'FD' && command.name !== 'FV') continue
    const text = letters.printed(command)
    if (isStrange(text)) found.set(index, text)
  }
  return found
}

/** The command as text; its data as it is where the renderer reads it alike. */
function written(command: ZplCommand, letters: FieldLetters): string {
  const { name, kind } = command
  const raw = latin1(command.parameters)
  letters.follow(command)
  if (name === 'CI' || name === 'SE') return ''
  if (name === 'XA') return '^XA^CI28'
  const prefix = kind === 'format' ? '^' : '~'
  if (name !== 'FD' && name !== 'FV') return prefix + name + raw
  const { mark } = letters
  if (!CARET_OR_TILDE.test(raw) && !hasOtherLetters(raw, mark)) return prefix + name + raw
  const escaped = [...letters.printed(command)].map((char) =>
    isSafe(char, mark ?? MARK) ? char : hexOf(char, mark ?? MARK),
  )
  return `${mark === null ? `^FH${MARK}` : ''}^${name}${escaped.join('')}`
}

function hasOtherLetters(raw: string, mark: string | null): boolean {
  if (/[\x80-\xff]/.test(raw)) return true
  return mark !== null && raw.split(mark).some((part, index) => index > 0 && /^[89a-f][0-9a-f]/i.test(part))
}

function isSafe(char: string, mark: string): boolean {
  return char >= ' ' && char !== mark && !CARET_OR_TILDE.test(char)
}

function hexOf(char: string, mark: string): string {
  return [...Buffer.from(char)].map((byte) => mark + byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}

/** A `^GF` or `~DG` with its picture in hex: the renderer fills rows that end in `!` with the wrong digit. */
function pictureText(command: ZplCommand): string | null {
  const picture = zplPicture(command)
  if (!picture || picture.form === 'opaque') return null
  const { total, bytesPerRow } = picture
  try {
    const hex = Buffer.from(decodeZplPicture(picture)).toString('hex').toUpperCase()
    if (command.name === 'GF') return `^GFA,${total},${total},${bytesPerRow},${hex}`
    return `~DG${zplParameters(command, 2)[0] ?? ''},${total},${bytesPerRow},${hex}`
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
