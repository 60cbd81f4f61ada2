import { z } from 'zod'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { OpenKeychain } from './keychain.ts'
import { secretSlot } from './secret-slot.ts'

/**
 * The keychain's accounts that hold secrets as JSON {name: secret}: of all webhook subscriptions, of our own webhooks, and of
 * a site's subscription.
 */
type Account = 'webhook secrets' | 'hook secrets' | 'site webhook secrets'
const storedSchema = z.record(z.string(), z.string())

/** Secrets of webhook subscriptions by name. They live in the OS keychain; without one in memory, never on disk. */
export interface WebhookSecrets {
  /** False: they are forgotten when Waybill ends. */
  areStored(): Promise<boolean>
  /** @throws StationError KEYCHAIN_FAILED, as `set` and `remove` */
  all(): Promise<Record<string, string>>
  set(name: string, secret: string): Promise<void>
  remove(name: string): Promise<void>
}

export function openWebhookSecrets(open: OpenKeychain, account: Account = 'webhook secrets'): WebhookSecrets {
  const slot = secretSlot(open, account, (stored, inMemory) =>
    JSON.stringify({ ...readStored(stored), ...readStored(inMemory) }),
  )
  /** All of them are one entry: each change is made to the one before it. */
  const inTurn = createKeyedMutex()
  let known: Record<string, string> | undefined

  async function read(): Promise<Record<string, string>> {
    if (known) return known
    const stored = readStored(await slot.get())
    // One that comes later may hold more.
    if (await slot.isStored()) known = stored
    return stored
  }

  const change = (changed: (stored: Record<string, string>) => Record<string, string>): Promise<void> =>
    inTurn(account, async () => {
      known = undefined
      await slot.change((stored) => JSON.stringify(changed(readStored(stored))))
    })

  return {
    areStored: slot.isStored,
    all: async () => known ?? inTurn(account, read),
    set: (name, secret) => change((stored) => ({ ...stored, [name]: secret })),
    remove: (name) => change(({ [name]: _, ...rest }) => rest),
  }
}

/** An entry from another program, or an old one, counts as none: every webhook is then refused, none trusted. */
function readStored(text: string | null): Record<string, string> {
  if (text === null) return {}
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch {
    return {}
  }
}
