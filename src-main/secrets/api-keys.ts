import type { KeyStorage } from '../../src-shared/station/state.ts'
import type { Keychain } from './keychain.ts'

/** API keys by base URL. They live in the OS keychain; without one, in the environment or in memory, never on disk. */
export interface ApiKeys {
  keychainAvailable: boolean
  /** The key for this service and where it came from. */
  get(baseUrl: string): Promise<{ apiKey: string; storage: KeyStorage } | null>
  /** Keeps a key: in the keychain, or for this run only where there is none. */
  set(baseUrl: string, apiKey: string): Promise<void>
}

/**
 * @param fromEnvironment the value of WAYBILL_API_KEY; used for a base URL that no other key is kept for
 */
export function openApiKeys(keychain: Keychain, fromEnvironment: string | undefined): ApiKeys {
  const memory = new Map<string, string>()
  return {
    keychainAvailable: keychain.available,
    get: async (baseUrl) => {
      const kept = await keychain.get(baseUrl)
      if (kept !== null) return { apiKey: kept, storage: 'keychain' }
      const inMemory = memory.get(baseUrl)
      if (inMemory !== undefined) return { apiKey: inMemory, storage: 'memory' }
      return fromEnvironment ? { apiKey: fromEnvironment, storage: 'environment' } : null
    },
    set: async (baseUrl, apiKey) => {
      if (keychain.available) await keychain.set(baseUrl, apiKey)
      else memory.set(baseUrl, apiKey)
    },
  }
}
