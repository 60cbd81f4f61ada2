import { spansOfSecret } from './secret-spans.ts'

/** The replacement of a secret. */
const HIDDEN = '•••'
const NAMES = 'secret|signature|sig|token|access_token|refresh_token|api_?key|key|password|authorization|credential'

/** `?token=...` and its like, as services and storage hosts write them. */
const IN_URL = new RegExp(`([?&#](?:x-amz-)?(?:${NAMES}|security-token)=)[^&#"'\\\\\\s<>]*`, 'gi')
/** `"secret": "..."`, also when the text is cut off before the closing quote. */
const IN_JSON = new RegExp(`("(?:${NAMES})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi')
const BEARER = /(\bBearer\s+)[^\s"']+/gi

/**
 * A text that people read (an error, the request log) without secrets: the API key in any usual encoding, tokens in
 * URLs, and secrets by name.
 */
export function redact(text: string, apiKey: string | null): string {
  // The key goes first: a name that is hidden may end in the middle of it.
  return withoutKey(text, apiKey)
    .replace(IN_URL, `$1${HIDDEN}`)
    .replace(IN_JSON, (whole: string, name: string) => (isUrl(whole.slice(name.length)) ? whole : name + HIDDEN))
    .replace(BEARER, `$1${HIDDEN}`)
}

/** The same for every text and every name in data of any shape. */
export function redactAll(value: unknown, apiKey: string | null): unknown {
  if (typeof value === 'string') return redact(value, apiKey)
  if (Array.isArray(value)) return value.map((item) => redactAll(item, apiKey))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name, apiKey), redactAll(inner, apiKey)]),
  )
}

/** How many characters at the end of a text that was cut off may be the beginning of a key that is escaped and broken up. */
export function longestForm(apiKey: string | null): number {
  return (apiKey?.length ?? 0) * 8
}

function withoutKey(text: string, apiKey: string | null): string {
  if (apiKey === null || apiKey === '') return text
  let shown = ''
  let at = 0
  for (const { start, end } of spansOfSecret(text, apiKey)) {
    shown += text.slice(at, start) + HIDDEN
    at = end
  }
  return shown + text.slice(at)
}

/** A delivered event's `signature` is the URL of an image; its token is hidden already. */
function isUrl(value: string): boolean {
  return /^https?:/i.test(value)
}
