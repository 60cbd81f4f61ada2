import type { OpenKeychain } from './keychain.ts'
import { secretSlot } from './secret-slot.ts'

/** One secret by its own name in the OS keychain; without one in memory, never on disk. */
export interface StoredSecret {
  /** @throws StationError KEYCHAIN_FAILED, as `set` and `kept` */
  get(): Promise<string | null>
  set(secret: string): Promise<void>
  /** Where it is; `none`: there is none. */
  kept(): Promise<'keychain' | 'memory' | 'none'>
}

/** The keychain's accounts that hold one secret each. */
type Account = 'mail password' | 'backup passphrase' | 'break-glass key'

export function openStoredSecret(open: OpenKeychain, account: Account): StoredSecret {
  const { get, set, isStored } = secretSlot(open, account)
  return {
    get,
    set,
    kept: async () => {
      const isThere = ((await get()) ?? '') !== ''
      if (!isThere) return 'none'
      return (await isStored()) ? 'keychain' : 'memory'
    },
  }
}
