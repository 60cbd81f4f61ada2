import type { KeychainLack, KeyStorage } from '../../../src-shared/station/app/state.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Keychain, OpenKeychain } from './keychain.ts'
import { secretSlot, type SecretSlot } from './secret-slot.ts'

/** API keys by base URL. They live in the OS keychain; without one, in the environment or in memory, never on disk. */
export interface ApiKeys {
  /** Why the keychain cannot be used; null: it can. It is asked when it is first needed: that may take a moment, and the embedded service needs no key. */
  keychainLack(): Promise<KeychainLack | null>
  /** The key for this service and where it came from. @throws StationError KEYCHAIN_FAILED */
  get(baseUrl: string): Promise<{ apiKey: string; storage: KeyStorage } | null>
  /** Where the key for this service is kept. */
  storage(baseUrl: string): Promise<KeyStorage>
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
export function openApiKeys(open: OpenKeychain, fromEnvironment: EnvironmentKey | null): ApiKeys {
  const slots = new Map<string, SecretSlot>()
  const slotOf = (baseUrl: string): SecretSlot => {
    const slot = slots.get(baseUrl) ?? secretSlot(open, baseUrl)
    slots.set(baseUrl, slot)
    return slot
  }

  async function get(baseUrl: string): Promise<{ apiKey: string; storage: KeyStorage } | null> {
    const slot = slotOf(baseUrl)
    const apiKey = await slot.get()
    if (apiKey !== null) return { apiKey, storage: (await slot.isStored()) ? 'keychain' : 'memory' }
    return fromEnvironment?.baseUrl === baseUrl ? { apiKey: fromEnvironment.apiKey, storage: 'environment' } : null
  }

  return {
    keychainLack: () => orLocked(async () => lackOf(await open())),
    get,
    storage: (baseUrl) => orLocked(async () => (await get(baseUrl))?.storage ?? 'none'),
    set: (baseUrl, apiKey) => slotOf(baseUrl).set(apiKey),
  }
}

const lackOf = ({ available, lack = 'service' }: Keychain): KeychainLack | null => (available ? null : lack)

/** What is shown of a keychain that does not answer: it is there, and a person can unlock it. */
async function orLocked<T>(ask: () => Promise<T>): Promise<T | 'locked'> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof StationError && error.code === 'KEYCHAIN_FAILED') return 'locked'
    throw error
  }
}
