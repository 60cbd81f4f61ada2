import type { OpenKeychain } from './keychain.ts'

/** Separates the secrets of one data folder from those of another of the same user. */
export interface KeychainName {
  name: string
  /** It may have secrets of before each had a name: under the bare account, which all of them had together. */
  hasShared: boolean
}

/** The keychain as one data folder has it. API keys go by their service, and are the user's in all of them. */
export const namedKeychain =
  (open: OpenKeychain, { name, hasShared }: KeychainName): OpenKeychain =>
  async (isAsked) => {
    const opened = await open(isAsked)
    const named = (account: string) => `${account} ${name}`
    return {
      ...opened,
      get: async (account) => (await opened.get(named(account))) ?? (hasShared ? opened.get(account) : null),
      set: (account, secret) => opened.set(named(account), secret),
    }
  }
