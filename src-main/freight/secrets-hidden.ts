/** What stands where a secret stood. */
const HIDDEN = '•••'
const NAMES = 'secret|signature|sig|token|access_token|refresh_token|api_?key|key|password|authorization|credential'

/** `?token=...` and its like, as services and storage hosts write them. */
const IN_URL = new RegExp(`([?&#](?:x-amz-)?(?:${NAMES}|security-token)=)[^&#"'\\\\\\s<>]*`, 'gi')
/** `"secret": "..."`, also when the text is cut off before the closing quote. */
const IN_JSON = new RegExp(`("(?:${NAMES})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*`, 'gi')
const BEARER = /(\bBearer\s+)[^\s"']+/gi

/** A text for a record that people read: secrets by name, tokens in URLs, and the API key wherever it stands, are hidden. */
export function withoutSecrets(text: string, apiKey: string | null): string {
  const named = text
    .replace(IN_URL, `$1${HIDDEN}`)
    .replace(IN_JSON, (whole: string, name: string) => (isUrl(whole.slice(name.length)) ? whole : name + HIDDEN))
    .replace(BEARER, `$1${HIDDEN}`)
  return apiKey === null || apiKey === '' ? named : named.replaceAll(apiKey, HIDDEN)
}

/** A delivered event's `signature` is the URL of an image; its token is hidden already. */
function isUrl(value: string): boolean {
  return /^https?:/i.test(value)
}
