import type { KeychainLack } from '../../../src-shared/station/app/state.ts'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Keytar } from './keytar.ts'

const SERVICE = 'Waybill'

/** The OS keychain, or the plain fact that none runs here. */
export interface Keychain {
  available: boolean
  /** Why there is none, where it is more than that none runs. */
  lack?: KeychainLack
  /** @throws StationError KEYCHAIN_FAILED */
  get(account: string): Promise<string | null>
  /** @throws StationError KEYCHAIN_FAILED; TOO_LARGE: this keychain does not take so long a secret */
  set(account: string, secret: string): Promise<void>
}

/**
 * The keychain, as it is now. @param isAsked a person waits, who may have unlocked it just now
 * @throws StationError KEYCHAIN_FAILED: it is locked
 */
export type OpenKeychain = (isAsked?: boolean) => Promise<Keychain>

/** So long one that was locked, or not there, is not asked again: each time a person may be asked to unlock it. */
const ASK_AGAIN_MS = 30_000

/**
 * One keychain for all who keep secrets. One that works stays open; one that is locked or not there is asked again when it is
 * needed again.
 */
export function storedOpen(open: () => Promise<Keychain>): OpenKeychain {
  let last: { opened: Promise<Keychain>; again: number } | undefined
  return (isAsked = false) => {
    if (last && monotonic() < last.again && !(isAsked && last.again < Infinity)) return last.opened
    const opened = open()
    const mine = { opened, again: Infinity }
    const later = () => {
      mine.again = monotonic() + ASK_AGAIN_MS
    }
    opened.then(({ available, lack }) => !available && lack !== 'library' && later(), later)
    last = mine
    return opened
  }
}

const absent = (lack: KeychainLack): Keychain => ({
  available: false,
  lack,
  get: async () => null,
  set: async () => {
    throw keychainFailed('no keychain service runs on this machine')
  },
})

/** The messages of the systems' keychains when a person has to unlock them, or has declined to. */
const LOCKED = /lock|prompt|dismiss|cancel|interaction|denied by the user/i

/**
 * Opens the OS keychain if it can really keep a secret. Without a keychain service (a bare Linux server, a container)
 * the station runs without one; that is an answer, not a fault. One that is locked is there.
 * @throws StationError KEYCHAIN_FAILED: it is locked
 */
export async function openKeychain(load: () => Promise<Keytar> = loadKeytar): Promise<Keychain> {
  let keytar: Keytar
  try {
    keytar = await load()
  } catch (error) {
    // The person who sets up the machine can fix that.
    console.error(error)
    return absent('library')
  }
  try {
    if (!(await keepsSecrets(keytar))) return absent('service')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (LOCKED.test(reason)) throw keychainFailed(reason)
    return absent('service')
  }
  return {
    available: true,
    get: async (account) => (await guarded(() => keytar.getPassword(SERVICE, account))) ?? null,
    set: (account, secret) => guarded(() => keytar.setPassword(SERVICE, account, secret)),
  }
}

/**
 * Writes, reads and removes a secret as a test. On Linux the library falls back to the kernel's key ring, which
 * forgets at the next start of the machine; listing asks the keychain service itself and throws where there is none.
 */
async function keepsSecrets(keytar: Keytar): Promise<boolean> {
  const account = 'Waybill asks whether this keychain works'
  await keytar.findCredentials?.(SERVICE)
  await keytar.setPassword(SERVICE, account, account)
  const found = keytar.findCredentials
    ? (await keytar.findCredentials(SERVICE)).length > 0
    : (await keytar.getPassword(SERVICE, account)) === account
  await keytar.deletePassword(SERVICE, account)
  return found
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StationError) throw cause
    throw keychainFailed(cause instanceof Error ? cause.message : String(cause))
  }
}

function keychainFailed(reason: string): StationError {
  return new StationError({
    code: 'KEYCHAIN_FAILED',
    message: `This computer's keychain is not responding (${reason}). Unlock it and try again.`,
    retryable: true,
    details: { reason },
  })
}

/** On Windows the system's own functions: the library's binary needs a runtime that a clean Windows lacks. */
async function loadKeytar(): Promise<Keytar> {
  if (process.platform === 'win32') return (await import('./credential-manager.ts')).openCredentialManager()
  return import('keytar/keytar.js')
}
