import { existsSync, readFileSync, rmSync } from 'node:fs'
import { replaceFileSync } from '../../../src-node/rename.ts'
import type { OpenKeychain } from './keychain.ts'
import { secretSlot } from './secret-slot.ts'

/** The token by which the site knows this station: in the OS keychain, or in a file that this user alone reads. */
export interface SiteToken {
  /** @throws StationError KEYCHAIN_FAILED, as `set` */
  get(): Promise<string | null>
  /** Null forgets it. */
  set(token: string | null): Promise<void>
  /** False: there is no keychain here, and it is in the file, or will be. */
  isInKeychain(): Promise<boolean>
}

/** @param path the file: a packing station is on day and night, mostly without a person whose keychain is open */
export function openSiteToken(open: OpenKeychain, path: string): SiteToken {
  const slot = secretSlot(open, 'site token')
  let known: string | null = null

  const inFile = (): string | null => (existsSync(path) ? readFileSync(path, 'utf8') || null : null)

  return {
    get: async () => {
      known ??= inFile() ?? ((await slot.get()) || null)
      return known
    },
    set: async (token) => {
      await slot.set(token ?? '')
      if (token === null || (await slot.isStored())) rmSync(path, { force: true })
      else replaceFileSync(path, token, { mode: 0o600, flush: true })
      known = token
    },
    isInKeychain: async () => !existsSync(path) && (await slot.isStored()),
  }
}
