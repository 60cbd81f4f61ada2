import type { Keychain } from './keychain.ts'

/** One secret by its own name in the OS keychain; without one in memory, never on disk. */
export interface KeptSecret {
  /** @throws StationError KEYCHAIN_FAILED, as `set` and `kept` */
  get(): Promise<string | null>
  set(secret: string): Promise<void>
  /** Where it is; `none`: there is none. */
  kept(): Promise<'keychain' | 'memory' | 'none'>
}

/** The keychain's accounts that hold one secret each. */
type Account = 'mail password' | 'backup passphrase' | 'break-glass key'

export function openKeptSecret(open: () => Promise<Keychain>, account: Account): KeptSecret {
  let opening: Promise<Keychain> | undefined
  let inMemory: string | null = null
  const keychain = () => (opening ??= open())

  async function get(): Promise<string | null> {
    const { available, get: read } = await keychain()
    return available ? read(account) : inMemory
  }

  return {
    get,
    set: async (secret) => {
      const { available, set } = await keychain()
      if (available) await set(account, secret)
      else inMemory = secret
    },
    kept: async () => {
      const isThere = ((await get()) ?? '') !== ''
      if (!isThere) return 'none'
      return (await keychain()).available ? 'keychain' : 'memory'
    },
  }
}
