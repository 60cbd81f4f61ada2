import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Keychain } from '../../../src-main/kernel/secrets/keychain.ts'

const storedSchema = z.record(z.string(), z.string())

/** A keychain of a test, which outlives the process as the operating system's does. @param file null: there is none */
export function keychainOf(file: string | null): Keychain {
  if (file === null) return { available: false, get: async () => null, set: async () => undefined }
  const read = (): Record<string, string> =>
    existsSync(file) ? storedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  return {
    available: true,
    get: async (account) => read()[account] ?? null,
    set: async (account, secret) => {
      writeFileSync(`${file}.next`, JSON.stringify({ ...read(), [account]: secret }), { mode: 0o600 })
      renameSync(`${file}.next`, file)
    },
  }
}
