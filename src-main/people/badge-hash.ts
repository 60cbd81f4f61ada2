import { createHmac } from 'node:crypto'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { SecretSlot } from '../kernel/secrets/secret-slot.ts'
import { hashBadge } from './secret-hash.ts'

export type BadgeHasher = ReturnType<typeof createBadgeHasher>

const KEY_BYTES = 32

/**
 * Hashes of badges' codes. A code on someone's own card is short enough to be guessed from a plain hash, so a station that
 * is alone hashes with a key of the OS keychain, which a stolen ledger does not have. Two cases keep the plain hash: a machine
 * without a keychain, where the key would be lost with the process, and a station of a site, whose other stations have
 * to recognize the badge.
 */
export function createBadgeHasher(slot: SecretSlot, isShared: boolean) {
  let key: Buffer | null = null
  let making: Promise<Buffer | null> | null = null

  async function keyThere(): Promise<Buffer | null> {
    if (key === null && (await slot.isStored())) {
      const text = (await slot.get()) ?? ''
      key = text === '' ? null : Buffer.from(text, 'base64')
    }
    return key
  }

  async function makeKey(): Promise<Buffer | null> {
    const found = await keyThere()
    if (found !== null || !(await slot.isStored())) return found
    await slot.set(Buffer.from(runtime().random.bytes(KEY_BYTES)).toString('base64'))
    return keyThere()
  }

  const keyOrNew = (): Promise<Buffer | null> =>
    (making ??= makeKey().finally(() => {
      making = null
    }))

  return {
    /**
     * Every hash under which a code may be kept.
     * @param onLocked is given the error of a locked keychain; badges with a plain hash are still found then
     */
    known: async (code: string, onLocked?: (error: StationError) => void): Promise<readonly string[]> => {
      const found = await keyThere().catch(whenLocked(onLocked))
      return found === null ? [hashBadge(code)] : [hashBadge(code), keyed(found, code)]
    },
    /** The hash under which a code is kept from now on. The key is made when it is first needed. */
    current: async (code: string): Promise<string> => {
      const found = isShared ? null : await keyOrNew().catch(whenLocked())
      return found === null ? hashBadge(code) : keyed(found, code)
    },
  }
}

const keyed = (key: Buffer, code: string): string => createHmac('sha256', key).update(code).digest('hex')

const whenLocked =
  (onLocked: (error: StationError) => void = () => undefined) =>
  (error: unknown): null => {
    if (!(error instanceof StationError)) throw error
    onLocked(error)
    return null
  }
