import { createHmac, timingSafeEqual } from 'node:crypto'

const FORM = /^sha256=([0-9a-f]{64})$/i

/**
 * Is this header the HMAC-SHA256 of exactly these bytes with one of the secrets? Every secret is tried, also after one has
 * fitted, and each comparison takes the same time however much of it is right.
 *
 * @param header the value of x-waybill-signature: `sha256=<hex>`
 */
export function isSignedByOne(body: Uint8Array, header: string | undefined, secrets: readonly string[]): boolean {
  const told = FORM.exec(header?.trim() ?? '')?.[1]
  if (told === undefined) return false
  const digest = Buffer.from(told, 'hex')
  let isSigned = false
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(body).digest()
    // timingSafeEqual throws for unlike lengths; a length is no secret.
    if (expected.length === digest.length && timingSafeEqual(expected, digest)) isSigned = true
  }
  return isSigned
}
