import { createHash } from 'node:crypto'
import argon2 from '@node-rs/argon2'

/** Argon2id as OWASP's password storage page asks for: 19 MiB, two passes, one lane; some 30 ms on Node's thread pool. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A PIN as it is kept, in PHC format with its own salt. */
export const hashPin = (pin: string): Promise<string> => argon2.hash(pin, COST)

/** A hash that cannot be read is no match. */
export async function isPinOf(hash: string, pin: string): Promise<boolean> {
  try {
    return await argon2.verify(hash, pin)
  } catch {
    return false
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A badge is looked up by its code, so its hash has no salt: `createBadgeHasher` adds a key where it can. */
export const hashBadge = sha256

/** As a badge's: 32 drawn bytes. */
export const hashToken = sha256
