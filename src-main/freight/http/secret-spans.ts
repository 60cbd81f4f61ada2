/** Where in a text, in UTF-16 units; the end is not part of it. */
export interface Span {
  start: number
  end: number
}

/** Encodings of this few bytes occur in every text by chance. */
const FEWEST_ENCODED_BYTES = 6
/** JSON in a URL in HTML, and blanks in between. */
const MOST_LAYERS = 5

/**
 * Where a secret occurs in a text: as it is, in any mix of cases, broken by blanks and line ends, escaped for JSON,
 * HTML or a URL (also one in the other), in hex, and in base64 of either alphabet, also as a part of longer base64.
 * In order, without overlaps. One pass per layer, for any text: a service that knows the key must not be able to make
 * this slow.
 */
export function spansOfSecret(text: string, secret: string): Span[] {
  const raw: View = { text, places: () => null }
  if (Buffer.byteLength(secret) < FEWEST_ENCODED_BYTES) return merged(found(raw, [{ form: secret }], raw.text))

  const { plain, hex, base64 } = formsOf(secret)
  const spans: Span[] = []
  let view: View | null = raw
  for (let layer = 0; view !== null && layer < MOST_LAYERS; layer++) {
    const lower = lowerCase(view.text)
    spans.push(...found(view, plain, lower), ...found(view, base64, lower.replaceAll('-', '+').replaceAll('_', '/')))
    spans.push(...foundInHex(view, hex, lower))
    // First without blanks alone: a secret may contain what looks like an escape.
    view = layer === 0 ? (replaced(view, BLANK, () => '') ?? decoded(view)) : decoded(view)
  }
  return merged(spans)
}

/** Hex is written with all kinds of separators; where each digit came from is worked out only when they are there. */
function foundInHex(view: View, hex: readonly Form[], lower: string): Span[] {
  const bare = lower.replaceAll(HEX_SEPARATOR, '')
  if (!hex.some(({ form }) => bare.includes(form))) return []
  const digits = replaced(view, HEX_SEPARATOR, () => '') ?? view
  return found(digits, hex, lowerCase(digits.text))
}

/** A text in which a part of the original is left out or decoded. */
interface View {
  text: string
  /** The origin of each unit, computed for a text with a hit; null: it is the original itself. */
  places: () => Places | null
}

/** By unit of a view, in units of the original. */
interface Places {
  starts: Int32Array
  ends: Int32Array
}

interface Form {
  form: string
  /** The character before, or behind, holds bits of the secret as well. */
  before?: boolean
  behind?: boolean
}

/** The forms of a secret in lower case. */
function formsOf(secret: string): { plain: Form[]; hex: Form[]; base64: Form[] } {
  const bytes = Buffer.from(secret)
  const whole = lowerCase(secret).replaceAll(BLANK, '')
  return {
    // Decoded from a URL byte by byte, what is not ASCII reads as Latin-1.
    plain: [...new Set([lowerCase(secret), whole, lowerCase(bytes.toString('latin1'))])].map((form) => ({ form })),
    hex: [{ form: bytes.toString('hex') }],
    base64: [0, 1, 2].map((skipped) => inBase64(bytes, skipped)),
  }
}

/** The characters of base64 that the secret alone decides, when this many bytes precede it in its group of three. */
function inBase64(bytes: Buffer, skipped: number): Form {
  const padded = Buffer.concat([Buffer.alloc(skipped), bytes, Buffer.alloc(2)]).toString('base64')
  const lastBit = (skipped + bytes.length) * 8
  return {
    form: lowerCase(padded.slice(Math.ceil((skipped * 8) / 6), Math.floor(lastBit / 6))),
    before: skipped > 0,
    behind: lastBit % 6 !== 0,
  }
}

const BLANK = /[\s\u00AD\u200B]+/g
const HEX_SEPARATOR = /[\s:,-]+|0x/gi
const ENCODED = new RegExp(
  [
    '[\\s\\u00AD\\u200B]+|\\\\[rntbf]|<w?br ?/?>|=(?=[\\r\\n])',
    '\\\\u(?<unit>[0-9a-f]{4})|(?:\\\\x|%)(?<byte>[0-9a-f]{2})|\\\\(?<escaped>[^a-z0-9\\s])',
    '&#x0*(?<hexCode>[0-9a-f]{1,4});?|&#0*(?<code>\\d{1,5});?|&(?<name>amp|lt|gt|quot|apos);?',
  ].join('|'),
  'gi',
)
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One layer of escapes taken off, and blanks left out; null when there are none. */
function decoded(view: View): View | null {
  return replaced(view, ENCODED, ({ unit, byte, escaped, hexCode, code, name }) => {
    const hexDigits = unit ?? byte ?? hexCode
    if (hexDigits !== undefined) return String.fromCharCode(Number.parseInt(hexDigits, 16))
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 10))
    return escaped ?? ENTITIES[name?.toLowerCase() ?? ''] ?? ''
  })
}

type UnitFor = (groups: Record<string, string | undefined>) => string

/** A view with each match replaced by at most one unit; null when nothing matches. */
function replaced(view: View, pattern: RegExp, unitFor: UnitFor): View | null {
  let text = ''
  let at = 0
  for (const match of view.text.matchAll(pattern)) {
    text += view.text.slice(at, match.index) + unitFor(match.groups ?? {})
    at = match.index + match[0].length
  }
  if (at === 0) return null
  text += view.text.slice(at)
  let places: Places | undefined
  return { text, places: () => (places ??= placesOf(view, text.length, pattern, unitFor)) }
}

/** Where each of the `length` units came from that are left of a view. */
function placesOf({ text, places }: View, length: number, pattern: RegExp, unitFor: UnitFor): Places {
  const before = places()
  const left = { starts: new Int32Array(length), ends: new Int32Array(length) }
  let unit = 0
  function put(first: number, last: number): void {
    left.starts[unit] = before?.starts[first] ?? first
    left.ends[unit] = before?.ends[last] ?? last + 1
    unit += 1
  }
  let at = 0
  for (const match of text.matchAll(pattern)) {
    for (; at < match.index; at++) put(at, at)
    at = match.index + match[0].length
    if (unitFor(match.groups ?? {}) !== '') put(match.index, at - 1)
  }
  for (; at < text.length; at++) put(at, at)
  return left
}

/** Where forms occur in a view, as spans of the original. `searched` is the view's text, each unit in its place. */
function found({ places }: View, forms: readonly Form[], searched: string): Span[] {
  const spans: Span[] = []
  for (const { form, before = false, behind = false } of forms) {
    for (let at = searched.indexOf(form); at >= 0; at = searched.indexOf(form, at + form.length)) {
      const first = before && isBase64(searched[at - 1]) ? at - 1 : at
      let last = at + form.length - 1
      if (behind && isBase64(searched[last + 1])) last += 1
      while (behind && searched[last + 1] === '=') last += 1
      const from = places()
      spans.push({ start: from?.starts[first] ?? first, end: from?.ends[last] ?? last + 1 })
    }
  }
  return spans
}

function isBase64(char: string | undefined): boolean {
  return char !== undefined && /[a-z0-9+/]/i.test(char)
}

/** In lower case, each unit in its place: the few letters that change their length are left as they are. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function merged(spans: Span[]): Span[] {
  const whole: Span[] = []
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return whole
}
