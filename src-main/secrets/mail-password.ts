import type { MailState } from '../../src-shared/station/inbox/rules.ts'
import type { Keychain } from './keychain.ts'

/** The keychain's account that holds the password of the mail server. */
const ACCOUNT = 'mail password'

/** The password of the mail server. It lives in the OS keychain; without one in memory, never on disk. */
export interface MailPassword {
  /** @throws StationError KEYCHAIN_FAILED, as `set` and `kept` */
  get(): Promise<string | null>
  set(password: string): Promise<void>
  /** Where it is; `none`: there is none. */
  kept(): Promise<MailState['password']>
}

export function openMailPassword(open: () => Promise<Keychain>): MailPassword {
  let opening: Promise<Keychain> | undefined
  let inMemory: string | null = null
  const keychain = () => (opening ??= open())

  async function get(): Promise<string | null> {
    const { available, get: read } = await keychain()
    return available ? read(ACCOUNT) : inMemory
  }

  return {
    get,
    set: async (password) => {
      const { available, set } = await keychain()
      if (available) await set(ACCOUNT, password)
      else inMemory = password
    },
    kept: async () => {
      const isThere = ((await get()) ?? '') !== ''
      if (!isThere) return 'none'
      return (await keychain()).available ? 'keychain' : 'memory'
    },
  }
}
