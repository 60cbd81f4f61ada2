import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that reveals nothing about where they differ, nor how long they are. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted))
}

/** What secrets are compared by; a secret that is asked for often is kept as this. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
