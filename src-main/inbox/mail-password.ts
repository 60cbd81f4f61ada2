import { z } from 'zod'
import { MAIL_SECURITY, type MailSettings } from '../../src-shared/station/inbox/rules.ts'
import type { StoredSecret } from '../kernel/secrets/stored-secret.ts'

export type MailPassword = ReturnType<typeof mailPassword>

const SEALS = ['none', 'starttls', 'tls'] as const satisfies readonly MailSettings['security'][]

/** A server and a name there, as a password is entered for it. */
const doorSchema = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  security: z.enum(MAIL_SECURITY),
})
type Door = z.output<typeof doorSchema>
const keptSchema = doorSchema.extend({ password: z.string() })

/** May a password that was entered for the one be sent to the other? Not in the clear where it was sealed. */
export function isForSame(kept: Door, next: Door): boolean {
  const isSameDoor = kept.host === next.host && kept.port === next.port && kept.user === next.user
  return isSameDoor && SEALS.indexOf(next.security) >= SEALS.indexOf(kept.security)
}

/**
 * The password of the mail server, kept together with the server that it was entered for: the setting of that is saved
 * at another moment, and may be of an older backup.
 */
export function mailPassword(secret: StoredSecret) {
  /** Null: none was entered for this server. @throws StationError KEYCHAIN_FAILED */
  async function of(server: MailSettings): Promise<string | null> {
    const text = await secret.get()
    if (text === null || text === '') return null
    const kept = readKept(text)
    // Older versions kept the password alone.
    if (kept === null) return text
    return isForSame(kept, server) ? kept.password : null
  }

  return {
    of,
    /** @throws StationError KEYCHAIN_FAILED */
    set: (server: MailSettings, password: string): Promise<void> =>
      secret.set(password === '' ? '' : JSON.stringify(keptSchema.parse({ ...server, password }))),
    /** @throws StationError KEYCHAIN_FAILED */
    forget: (): Promise<void> => secret.set(''),
    /** Where the one of this server is. @throws StationError KEYCHAIN_FAILED */
    kept: async (server: MailSettings | null): ReturnType<StoredSecret['kept']> =>
      server === null || (await of(server)) === null ? 'none' : secret.kept(),
  }
}

function readKept(text: string): z.output<typeof keptSchema> | null {
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
