import type { KeychainLack, KeyStorage } from '../../src-shared/station/app/state.ts'
import type { Keychain } from './keychain.ts'

/** API keys by base URL. They live in the OS keychain; without one, in the environment or in memory, never on disk. */
export interface ApiKeys {
  /** Asked of the keychain once, when it is first needed: that may take a moment, and the embedded service needs no key. */
  keychainAvailable(): Promise<boolean>
  /** Why there is none; null: there is one. */
  keychainLack(): Promise<KeychainLack | null>
  /** The key for this service and where it came from. */
  get(baseUrl: string): Promise<{ apiKey: string; storage: KeyStorage } | null>
  /** Keeps a key: in the keychain, or for this run only where there is none. */
  set(baseUrl: string, apiKey: string): Promise<void>
}

/** The value of WAYBILL_API_KEY and the one service that it is for. */
export interface EnvironmentKey {
  apiKey: string
  baseUrl: string
}

/**
 * @param fromEnvironment used for its own base URL when no other key is kept for that; null: none was given, or none of the
 * services in use when it was given could be meant
 */
export function openApiKeys(open: () => Promise<Keychain>, fromEnvironment: EnvironmentKey | null): ApiKeys {
  const memory = new Map<string, string>()
  let opening: Promise<Keychain> | undefined
  const keychain = () => (opening ??= open())
  return {
    keychainAvailable: async () => (await keychain()).available,
    keychainLack: async () => {
      const { available, lack = 'service' } = await keychain()
      return available ? null : lack
    },
    get: async (baseUrl) => {
      const kept = await (await keychain()).get(baseUrl)
      if (kept !== null) return { apiKey: kept, storage: 'keychain' }
      const inMemory = memory.get(baseUrl)
      if (inMemory !== undefined) return { apiKey: inMemory, storage: 'memory' }
      return fromEnvironment?.baseUrl === baseUrl ? { apiKey: fromEnvironment.apiKey, storage: 'environment' } : null
    },
    set: async (baseUrl, apiKey) => {
      const { available, set } = await keychain()
      if (available) await set(baseUrl, apiKey)
      else memory.set(baseUrl, apiKey)
    },
  }
}
