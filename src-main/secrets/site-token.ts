import type { Keychain } from './keychain.ts'

const ACCOUNT = 'site token'

/** The token by which the site knows this station. It lives in the OS keychain; without one in memory, never on disk. */
export interface SiteToken {
  /** @throws StationError KEYCHAIN_FAILED, as `set` */
  get(): Promise<string | null>
  /** Null forgets it. */
  set(token: string | null): Promise<void>
  /** False: it is forgotten when Waybill ends, and the station has to be enrolled again. */
  isKept(): Promise<boolean>
}

export function openSiteToken(open: () => Promise<Keychain>): SiteToken {
  let opening: Promise<Keychain> | undefined
  let known: string | null | undefined
  const keychain = () => (opening ??= open())

  return {
    get: async () => {
      if (known === undefined) known = (await (await keychain()).get(ACCOUNT)) || null
      return known
    },
    set: async (token) => {
      const { available, set } = await keychain()
      if (available) await set(ACCOUNT, token ?? '')
      known = token
    },
    isKept: async () => (await keychain()).available,
  }
}
