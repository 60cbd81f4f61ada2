import type { OpenKeychain } from './keychain.ts'

/** One secret under an account of the OS keychain; in memory where there is no keychain, never on disk. */
export interface SecretSlot {
  /** @throws StationError KEYCHAIN_FAILED: it is locked, or does not answer; as the others */
  get(): Promise<string | null>
  set(secret: string): Promise<void>
  /** False: there is no keychain, and it is forgotten when Waybill ends. */
  isStored(): Promise<boolean>
}

/** What was set while there was no keychain moves into one that has come since. */
export function secretSlot(open: OpenKeychain, account: string): SecretSlot {
  let inMemory: string | null = null

  async function keychain() {
    const opened = await open()
    if (opened.available && inMemory !== null) {
      await opened.set(account, inMemory)
      inMemory = null
    }
    return opened
  }

  return {
    get: async () => {
      const { available, get } = await keychain()
      return available ? get(account) : inMemory
    },
    set: async (secret) => {
      // A person waits, who may have unlocked it just now.
      const { available, set } = await open(true)
      if (!available) inMemory = secret
      else {
        await set(account, secret)
        inMemory = null
      }
    },
    isStored: async () => (await keychain()).available,
  }
}
