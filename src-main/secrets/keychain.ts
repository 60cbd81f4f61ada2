import { StationError } from '../../src-shared/station/error.ts'

/** The part of the keytar API that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null | undefined>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

const SERVICE = 'Waybill'

/** The OS keychain, or the plain fact that none runs here. */
export interface Keychain {
  available: boolean
  get(account: string): Promise<string | null>
  /** @throws StationError KEYCHAIN_FAILED */
  set(account: string, secret: string): Promise<void>
}

const absent: Keychain = {
  available: false,
  get: async () => null,
  set: async () => {
    throw new StationError({ code: 'KEYCHAIN_FAILED', message: 'No keychain service runs on this machine.' })
  },
}

/**
 * Asks the OS keychain once whether it is there. Without a keychain service (a bare Linux server, a container) the
 * library throws at the first call; that is an answer, not a fault, so the station goes on without one.
 */
export async function openKeychain(load: () => Promise<Keytar> = loadKeytar): Promise<Keychain> {
  let keytar: Keytar
  try {
    keytar = await load()
    await keytar.getPassword(SERVICE, 'is there a keychain?')
  } catch {
    return absent
  }
  return {
    available: true,
    get: async (account) => (await keytar.getPassword(SERVICE, account)) ?? null,
    set: async (account, secret) => {
      try {
        await keytar.setPassword(SERVICE, account, secret)
      } catch (cause) {
        throw new StationError({
          code: 'KEYCHAIN_FAILED',
          message: 'The keychain refused to keep the API key. Unlock it and try again.',
          retryable: true,
          details: { reason: cause instanceof Error ? cause.message : String(cause) },
        })
      }
    },
  }
}

async function loadKeytar(): Promise<Keytar> {
  const module = await import('keytar/keytar.js')
  return module
}
