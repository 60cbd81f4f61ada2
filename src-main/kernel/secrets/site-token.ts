import type { OpenKeychain } from './keychain.ts'
import { secretSlot } from './secret-slot.ts'

/** The token by which the site knows this station. It lives in the OS keychain; without one in memory, never on disk. */
export interface SiteToken {
  /** @throws StationError KEYCHAIN_FAILED, as `set` */
  get(): Promise<string | null>
  /** Null forgets it. */
  set(token: string | null): Promise<void>
  /** False: it is forgotten when Waybill ends, and the station has to be enrolled again. */
  isStored(): Promise<boolean>
}

export function openSiteToken(open: OpenKeychain): SiteToken {
  const slot = secretSlot(open, 'site token')
  let known: string | null = null
  return {
    get: async () => {
      known ??= (await slot.get()) || null
      return known
    },
    set: async (token) => {
      await slot.set(token ?? '')
      known = token
    },
    isStored: slot.isStored,
  }
}
