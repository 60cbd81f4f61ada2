import { createHash } from 'node:crypto'
import { argon2id, argon2Verify } from 'hash-wasm'
import { runtime } from '../../src-node/runtime/runtime.ts'

/**
 * Argon2id as OWASP's password storage page asks for: 19 MiB, two passes, one lane; some 60 ms. In WebAssembly: a native library
 * of it needs a runtime that a clean Windows lacks, and Electron's own crypto has none.
 */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 } as const
const SALT_BYTES = 16

/** A PIN as it is kept, in PHC format with its own salt. */
export const hashPin = (pin: string): Promise<string> =>
  argon2id({ ...COST, password: pin, salt: runtime().random.bytes(SALT_BYTES), outputType: 'encoded' })

/** A hash that cannot be read is no match. */
export async function isPinOf(hash: string, pin: string): Promise<boolean> {
  try {
    return await argon2Verify({ hash, password: pin })
  } catch {
    return false
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A badge is looked up by its code, so its hash has no salt: `createBadgeHasher` adds a key where it can. */
export const hashBadge = sha256

/** As a badge's: 32 drawn bytes. */
export const hashToken = sha256
