import { createHmac, timingSafeEqual } from 'node:crypto'

const FORM = /^(?:sha256=)?([0-9a-f]{64})$/i

/** The interface names the header after the service: `x-<service>-signature` (section Authentication, rule 6). */
const HEADER = /^x-(?:[a-z0-9]+-)+signature$/
/** A request that brings more of them is none of a service's. */
const MOST_HEADERS = 8

/** A header that may hold the signature. */
export interface SignatureHeader {
  name: string
  value: string
}

/** Every header of a request that may hold the signature, under any service name. */
export function signatureHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): SignatureHeader[] {
  return Object.entries(headers)
    .filter(([name]) => HEADER.test(name))
    .flatMap(([name, values]) => [values ?? []].flat().map((value) => ({ name, value })))
    .slice(0, MOST_HEADERS)
}

/**
 * The name of the header that is the HMAC-SHA256 of exactly these bytes with one of the secrets: 64 hexadecimal digits, with
 * or without `sha256=` before them; null: none is. Every secret is tried, also after one has fitted, and each comparison
 * takes the same time however much of it is right. The payload's own `signature` field is never looked at: it cannot sign
 * the body that holds it.
 */
export function signedBy(
  body: Uint8Array,
  headers: readonly SignatureHeader[],
  secrets: readonly string[],
): string | null {
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(body).digest())
  let name: string | null = null
  for (const header of headers) {
    const reported = FORM.exec(header.value.trim())?.[1]
    if (reported === undefined) continue
    const digest = Buffer.from(reported, 'hex')
    // timingSafeEqual throws for unlike lengths; both are those of SHA-256.
    for (const one of expected) if (timingSafeEqual(one, digest)) name = header.name
  }
  return name
}
