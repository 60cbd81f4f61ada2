import { modulo10 } from './barcodes/interleaved.ts'
import { FNC1_SIGN } from './code128.ts'

/**
 * The data of an application identifier, in parts: `n6` digits, `x` any character of GS1 set 82, `..` up to so many, `c`
 * the last digit checks the others, `d` a date, `h` a date and hour, `m` minutes and perhaps seconds, `?` may be left out.
 * GS1 General Specifications, section 3.
 */
type Form = readonly { kind: 'n' | 'x'; least: number; most: number; isChecked: boolean; time: Time | null }[]

/** How a part that is a point in time is written. */
interface Time {
  form: RegExp
  text: string
}

const TO_28 = '(0[1-9]|1\\d|2[0-8])'
/** By its last two digits each year that can be divided by four is a leap year: 2000 was one. */
const DAY = `(\\d\\d((0[13578]|1[02])(${TO_28}|29|30|31)|(0[469]|11)(${TO_28}|29|30)|02${TO_28})|([02468][048]|[13579][26])0229)`
/** Day 00: the month's last. */
const MONTH = '\\d\\d(0[1-9]|1[0-2])00'

const TIMES: Readonly<Record<string, Time>> = {
  d: { form: new RegExp(`^(${DAY}|${MONTH})$`), text: 'a date as YYMMDD' },
  h: { form: new RegExp(`^${DAY}([01]\\d|2[0-3])$`), text: 'a date and hour as YYMMDDHH' },
  m: { form: /^([0-5]\d){0,2}$/, text: 'minutes as MM or MMSS' },
}

const FORMS: readonly (readonly [identifiers: string, form: string])[] = [
  ['00', 'n18c'],
  ['01 02 03', 'n14c'],
  ['10 21 22 243 254 420', 'x..20'],
  ['11 12 13 15 16 17', 'n6d'],
  ['20', 'n2'],
  ['235', 'x..28'],
  ['240 241 250 251 400 401 403 7002 8004 90', 'x..30'],
  ['242', 'n..6'],
  ['253', 'n13c x..17?'],
  ['255', 'n13c n..12?'],
  ['30 37', 'n..8'],
  ['310* 311* 312* 313* 314* 315* 316*', 'n6'],
  ['320* 321* 322* 323* 324* 325* 326* 327* 328* 329*', 'n6'],
  ['330* 331* 332* 333* 334* 335* 336* 337*', 'n6'],
  ['340* 341* 342* 343* 344* 345* 346* 347* 348* 349*', 'n6'],
  ['350* 351* 352* 353* 354* 355* 356* 357*', 'n6'],
  ['360* 361* 362* 363* 364* 365* 366* 367* 368* 369*', 'n6'],
  ['390* 392*', 'n..15'],
  ['391* 393*', 'n3 n..15'],
  ['394*', 'n4'],
  ['395*', 'n6'],
  ['402', 'n17c'],
  ['410 411 412 413 414 415 416 417', 'n13c'],
  ['421', 'n3 x..9'],
  ['422 424 426', 'n3'],
  ['427', 'x..3'],
  ['7001', 'n13'],
  ['7003', 'n10'],
  ['8002', 'x..20'],
  ['8005', 'n6'],
  ['8006', 'n14c n4'],
  ['8008', 'n8h n..4m?'],
  ['8017 8018', 'n18c'],
  ['8020', 'x..25'],
  ['8200', 'x..70'],
  ['91 92 93 94 95 96 97 98 99', 'x..90'],
]

/** First digits of identifiers whose data needs no separator, because its length is fixed (figure "predefined length"). */
const ENDS_BY_ITSELF = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/
/** GS1 set 82. */
const SET_82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/
/** A GS1-128 symbol holds no more, separators and identifiers counted. */
const MOST_CHARACTERS = 48

const IDENTIFIERS: ReadonlyMap<string, Form> = new Map(
  FORMS.flatMap(([identifiers, form]) =>
    identifiers.split(' ').flatMap((identifier) => {
      const parts = form.split(' ').map(partOf)
      if (!identifier.endsWith('*')) return [[identifier, parts] as const]
      return Array.from({ length: 10 }, (_, digit) => [identifier.slice(0, -1) + String(digit), parts] as const)
    }),
  ),
)

function partOf(text: string): Form[number] {
  const [, kind, upTo = '', most = '0', rule = '', optional = ''] =
    /^([nx])(\.\.)?(\d+)([cdhm]?)(\??)$/.exec(text) ?? []
  const least = optional !== '' ? 0 : upTo === '' ? Number(most) : 1
  const time = TIMES[rule] ?? null
  return { kind: kind === 'n' ? 'n' : 'x', least, most: Number(most), isChecked: rule === 'c', time }
}

/** One application identifier with its data. */
export interface Gs1Element {
  identifier: string
  data: string
}

/**
 * Element strings as people write them, `(00)106141411234567897(10)LOT-7`, each checked by the rule of its identifier: known,
 * of the right length and characters, with the right check digit. An SSCC without its check digit gets it.
 * @throws RangeError that names the identifier and what would be right
 */
export function gs1Elements(text: string): Gs1Element[] {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)]
  if (starts.length === 0 || starts[0]?.index !== 0) {
    throw new RangeError('GS1-128 data must start with an application identifier in parentheses, as in (00)')
  }
  const elements = starts.map((start, at) => {
    const identifier = start[1] ?? ''
    return {
      identifier,
      data: checkedData(identifier, text.slice(start.index + start[0].length, starts[at + 1]?.index)),
    }
  })
  if (gs1Data(elements).length > MOST_CHARACTERS) {
    throw new RangeError(`a GS1-128 holds at most ${MOST_CHARACTERS} characters`)
  }
  return elements
}

/** What the bars say: identifiers and data without parentheses, FNC1 behind data of variable length. */
export function gs1Data(elements: readonly Gs1Element[]): string {
  return elements
    .map(({ identifier, data }, at) => {
      const ends = ENDS_BY_ITSELF.test(identifier) || at === elements.length - 1
      return identifier + data + (ends ? '' : FNC1_SIGN)
    })
    .join('')
}

/** As people read it below the bars. */
export function gs1Text(elements: readonly Gs1Element[]): string {
  return elements.map(({ identifier, data }) => `(${identifier}) ${data}`).join(' ')
}

/**
 * An SSCC-18 with its check digit.
 * @throws RangeError when it is not 17 digits, or 18 with the right check digit.
 */
export function checkedSscc(sscc: string): string {
  if (!/^\d{17,18}$/.test(sscc)) throw new RangeError('an SSCC must be 18 digits, or 17 without its check digit')
  const checked = sscc.slice(0, 17) + modulo10(sscc.slice(0, 17))
  if (sscc.length === 18 && sscc !== checked)
    throw new RangeError(`the SSCC's check digit must be ${checked.slice(-1)}`)
  return checked
}

function checkedData(identifier: string, data: string): string {
  const form = IDENTIFIERS.get(identifier)
  if (!form) throw new RangeError(`(${identifier}) is no application identifier that is known here`)
  if (identifier === '00') return checkedSscc(data)
  let at = 0
  for (const [index, part] of form.entries()) {
    const isLast = index === form.length - 1
    const piece = isLast ? data.slice(at) : data.slice(at, at + part.most)
    assertPart(identifier, piece, part)
    at += piece.length
  }
  return data
}

function assertPart(identifier: string, piece: string, { kind, least, most, isChecked, time }: Form[number]): void {
  const what = kind === 'n' ? 'digits' : 'characters'
  if (piece.length < least || piece.length > most) {
    const right = least === most ? `${most} ${what}` : `${least} to ${most} ${what}`
    throw new RangeError(`(${identifier}) takes ${right}, not ${piece.length}`)
  }
  if (kind === 'n' ? !/^\d*$/.test(piece) : !SET_82.test(piece)) {
    throw new RangeError(
      `(${identifier}) takes ${kind === 'n' ? 'digits' : 'letters, digits and !"%&\'()*+,-./:;<=>?_'} only`,
    )
  }
  const check = isChecked ? modulo10(piece.slice(0, -1)) : ''
  if (isChecked && !piece.endsWith(check)) throw new RangeError(`the check digit of (${identifier}) must be ${check}`)
  if (time && !time.form.test(piece)) throw new RangeError(`(${identifier}) takes ${time.text}`)
}
