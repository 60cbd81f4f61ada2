import type { OpenKeychain } from './keychain.ts'

/** One secret under an account of the OS keychain; in memory where there is no keychain, never on disk. */
export interface SecretSlot {
  /** @throws StationError KEYCHAIN_FAILED: it is locked, or does not answer; as the others */
  get(): Promise<string | null>
  set(secret: string): Promise<void>
  /** Sets what is made of the one before it. */
  change(changed: (secret: string | null) => string): Promise<void>
  /** False: there is no keychain, and it is forgotten when Waybill ends. */
  isStored(): Promise<boolean>
}

/**
 * What was set while there was no keychain moves into one that has come since.
 * @param merged what it becomes beside the secret that is there; it takes its place when absent
 */
export function secretSlot(
  open: OpenKeychain,
  account: string,
  merged: (stored: string | null, inMemory: string) => string = (_, secret) => secret,
): SecretSlot {
  let inMemory: string | null = null

  async function keychain(isAsked = false) {
    const opened = await open(isAsked)
    if (opened.available && inMemory !== null) {
      await opened.set(account, merged(await opened.get(account), inMemory))
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
    change: async (changed) => {
      const { available, get, set } = await keychain(true)
      if (available) await set(account, changed(await get(account)))
      else inMemory = changed(inMemory)
    },
    isStored: async () => (await keychain()).available,
  }
}
