import { fromCodePage } from '../code-pages.ts'
import type { LabelSentence } from '../sentence.ts'
import { asUtf8, utf8Note } from '../utf8-text.ts'
import { Notes } from '../validation.ts'
import { zplCommands, type ZplCommand } from './commands.ts'
import { withoutEscapes } from './escape.ts'

/** Character sets of `^CI` beside code page 850 and its national kinds (0 to 13), by the names that Unicode has for them. */
const SETS: Readonly<Record<string, string>> = {
  '15': 'shift_jis',
  '16': 'euc-jp',
  '27': 'windows-1252',
  '28': 'utf-8',
  '31': 'windows-1250',
  '33': 'windows-1251',
  '34': 'windows-1253',
  '35': 'windows-1254',
  '36': 'windows-1255',
}
/** Encoding tables that `^SE` chooses for the Asian sets 14, 24 and 26, by what their files are called. */
const TABLES: readonly (readonly [RegExp, string])[] = [
  [/BIG5/, 'big5'],
  [/GB/, 'gbk'],
  [/SJIS|JIS/, 'shift_jis'],
  [/KSC|UHANG|JOHAB|EUC-?KR/, 'euc-kr'],
]

/** What marks hex in a field where the label has no mark of its own. */
const MARK = '_'
/** Single-byte letters beyond Latin: a word of them may look like UTF-8. */
const BEYOND_LATIN = /^[^\p{Script=Latin}\p{S}\p{P}]+$/u

/** Reads the data of fields in the letters that a printer prints, command by command. */
export class FieldLetters {
  #set = '0'
  #table = ''
  #mark: string | null = null

  /** What marks hex in the field under way (`^FH`); null: nothing does. */
  get mark(): string | null {
    return this.#mark
  }

  /** Takes what this command changes about the data behind it. */
  follow({ name, parameters }: ZplCommand): void {
    if (name === 'CI') this.#set = /\d+/.exec(latin1(parameters))?.[0] ?? '0'
    else if (name === 'SE') this.#table = latin1(parameters).toUpperCase()
    else if (name === 'FH') this.#mark = latin1(parameters).charAt(0) || MARK
    else if (name === 'FS' || name === 'XA') this.#mark = null
  }

  /** The data of a field as it is printed. */
  printed(command: ZplCommand): string {
    const bytes = this.#data(command)
    const label = this.#encodingName()
    return label === null ? fromCodePage(bytes, '850') : new TextDecoder(label).decode(bytes)
  }

  /** What data was meant to say whose bytes are UTF-8 where the character set has one byte a letter; null for any other. */
  meantAsUtf8(command: ZplCommand): string | null {
    const label = this.#encodingName()
    if (label !== null && !label.startsWith('windows-')) return null
    const bytes = this.#data(command)
    const high = bytes.filter((byte) => byte >= 0x80)
    if (high.length === 0 || (label !== null && BEYOND_LATIN.test(new TextDecoder(label).decode(high)))) return null
    return asUtf8(bytes)
  }

  #data({ parameters }: ZplCommand): Uint8Array {
    return this.#mark === null ? parameters : Buffer.from(withoutEscapes(latin1(parameters), this.#mark), 'latin1')
  }

  /** Null: code page 850 or one of its national kinds. */
  #encodingName(): string | null {
    const number = String(Number(this.#set))
    const asian = TABLES.find(([name]) => name.test(this.#table))?.[1]
    return SETS[number] ?? (['14', '24', '26'].includes(number) ? (asian ?? null) : null)
  }
}

/** Notes on text in UTF-8 under a character set that has one byte a letter, as a label without `^CI28` has. */
export function utf8Notes(bytes: Uint8Array): LabelSentence[] {
  const letters = new FieldLetters()
  const notes = new Notes()
  for (const command of zplCommands(bytes)) {
    letters.follow(command)
    const meant = command.name === 'FD' || command.name === 'FV' ? letters.meantAsUtf8(command) : null
    if (meant !== null) notes.addFew(utf8Note(meant, letters.printed(command)))
  }
  return notes.all
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
