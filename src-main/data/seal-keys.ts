import { sealKeyOf, type SealKey } from './backup/sealed-file.ts'

/** Keys of one passphrase by their salt: each takes a third of a second to make. */
export interface SealKeys {
  /** @throws Error when there is no passphrase */
  of(salt: string): Promise<SealKey>
  forget(): void
}

export function sealKeys(passphrase: () => Promise<string>): SealKeys {
  const made = new Map<string, Promise<SealKey>>()
  return {
    of: async (salt) => {
      const typed = await passphrase()
      const known = made.get(salt) ?? sealKeyOf(typed, salt)
      made.set(salt, known)
      return known
    },
    forget: () => made.clear(),
  }
}
