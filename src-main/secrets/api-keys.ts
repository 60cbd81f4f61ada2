import type { KeyStorage } from '../../src-shared/station/state.ts'
import type { Keychain } from './keychain.ts'

/** API keys by base URL. They live in the OS keychain; without one, in the environment or in memory, never on disk. */
export interface ApiKeys {
  /** Asked of the keychain once, when it is first needed: that may take a moment, and the embedded service needs no key. */
  keychainAvailable(): Promise<boolean>
  /** The key for this service and where it came from. */
  get(baseUrl: string): Promise<{ apiKey: string; storage: KeyStorage } | null>
  /** Keeps a key: in the keychain, or for this run only where there is none. */
  set(baseUrl: string, apiKey: string): Promise<void>
}

/**
 * @param fromEnvironment the value of WAYBILL_API_KEY; used for a base URL that no other key is kept for
 */
export function openApiKeys(open: () => Promise<Keychain>, fromEnvironment: string | undefined): ApiKeys {
  const memory = new Map<string, string>()
  let opening: Promise<Keychain> | undefined
  const keychain = () => (opening ??= open())
  return {
    keychainAvailable: async () => (await keychain()).available,
    get: async (baseUrl) => {
      const kept = await (await keychain()).get(baseUrl)
      if (kept !== null) return { apiKey: kept, storage: 'keychain' }
      const inMemory = memory.get(baseUrl)
      if (inMemory !== undefined) return { apiKey: inMemory, storage: 'memory' }
      return fromEnvironment ? { apiKey: fromEnvironment, storage: 'environment' } : null
    },
    set: async (baseUrl, apiKey) => {
      const { available, set } = await keychain()
      if (available) await set(baseUrl, apiKey)
      else memory.set(baseUrl, apiKey)
    },
  }
}
