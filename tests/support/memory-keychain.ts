import type { Keychain } from '../../src-main/kernel/secrets/keychain.ts'

/** A keychain that works, and can be looked into. */
export function memoryKeychain() {
  const kept = new Map<string, string>()
  return {
    kept,
    /** Of the one data folder that keeps such a secret here. */
    secret: (account: string) => [...kept].find(([name]) => name.replace(/ [0-9a-f]{16}$/, '') === account)?.[1],
    keychain: {
      available: true,
      get: async (account) => kept.get(account) ?? null,
      set: async (account, secret) => void kept.set(account, secret),
    } satisfies Keychain,
  }
}
