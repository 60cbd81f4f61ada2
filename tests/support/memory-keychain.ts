import type { Keychain } from '../../src-main/kernel/secrets/keychain.ts'

/** A keychain that works, and can be looked into. */
export function memoryKeychain(): { keychain: Keychain; kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    keychain: {
      available: true,
      get: async (account) => kept.get(account) ?? null,
      set: async (account, secret) => void kept.set(account, secret),
    },
  }
}
