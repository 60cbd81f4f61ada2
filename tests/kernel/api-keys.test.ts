import { describe, expect, it } from 'vitest'
import { openApiKeys } from '../../src-main/kernel/secrets/api-keys.ts'
import { namedKeychain } from '../../src-main/kernel/secrets/named-keychain.ts'
import { storedOpen, openKeychain, type OpenKeychain } from '../../src-main/kernel/secrets/keychain.ts'
import type { Keytar } from '../../src-main/kernel/secrets/keytar.ts'
import { openStoredSecret } from '../../src-main/kernel/secrets/stored-secret.ts'
import { openWebhookSecrets } from '../../src-main/kernel/secrets/webhook-secrets.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { turns } from '../support/peace.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'

const service = 'https://freight.example/api/v1'

/** A keychain service that does not run: the library throws at the first call. */
const noService: Keytar = {
  getPassword: async () => {
    throw new Error('no secret service')
  },
  setPassword: async () => {
    throw new Error('no secret service')
  },
  deletePassword: async () => false,
  findCredentials: async () => {
    throw new Error('no secret service')
  },
}

describe('API keys without a keychain service', () => {
  it('are kept for this run only, and that is said', async () => {
    const keys = openApiKeys(() => openKeychain(async () => noService), null)
    expect(await keys.keychainLack()).toBe('service')
    expect(await keys.get(service)).toBeNull()
    await keys.set(service, 'abc')
    expect(await keys.get(service)).toEqual({ apiKey: 'abc', storage: 'memory' })
  })

  it('come from the environment until one is entered', async () => {
    const keys = openApiKeys(() => openKeychain(async () => noService), {
      apiKey: 'from-env',
      baseUrl: service,
    })
    expect(await keys.get(service)).toEqual({ apiKey: 'from-env', storage: 'environment' })
    await keys.set(service, 'entered')
    expect(await keys.get(service)).toEqual({ apiKey: 'entered', storage: 'memory' })
  })

  it('come from the environment for the service they were given for, not for its neighbors', async () => {
    const keys = openApiKeys(() => openKeychain(async () => noService), { apiKey: 'from-env', baseUrl: service })
    for (const other of [
      'https://other.example/api/v1',
      'http://freight.example/api/v1',
      'https://freight.example:8443/api/v1',
      'https://freight.example/tenant/api/v1',
    ]) {
      expect(await keys.get(other), other).toBeNull()
    }
  })

  it('are not trusted to a keychain that forgets what it was given', async () => {
    const forgetful: Keytar = {
      getPassword: async () => null,
      setPassword: async () => undefined,
      deletePassword: async () => true,
      findCredentials: async () => [],
    }
    expect((await openKeychain(async () => forgetful)).available).toBe(false)
  })

  it('work where the library itself cannot be loaded', async () => {
    const keychain = await openKeychain(async () => {
      throw new Error('cannot load the binary')
    })
    expect(keychain.available).toBe(false)
    // Another matter than a machine without any: whoever set it up can mend it.
    expect(await openApiKeys(async () => keychain, null).keychainLack()).toBe('library')
    await expect(keychain.set(service, 'abc')).rejects.toMatchObject({ code: 'KEYCHAIN_FAILED' })
  })
})

describe('a keychain that comes or is unlocked later', () => {
  /** What the library says on Linux, measured with gnome-keyring. */
  const LOCKED = 'zbus error: org.freedesktop.Secret.Error.IsLocked: Cannot get secret of a locked object'
  const ABSENT =
    'zbus error: org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided by any .service files'

  /** A keychain that says why it does not work, until it does. */
  function later(reason: string) {
    const kept = new Map<string, string>()
    const state = { works: false, asked: 0 }
    const once = <T>(answer: () => T) => {
      state.asked += 1
      if (!state.works) throw new Error(reason)
      return answer()
    }
    const keytar: Keytar = {
      getPassword: async (_, account) => once(() => kept.get(account) ?? null),
      setPassword: async (_, account, password) => once(() => void kept.set(account, password)),
      deletePassword: async (_, account) => once(() => kept.delete(account)),
      findCredentials: async () => once(() => [...kept.keys()]),
    }
    return { kept, state, open: () => openKeychain(async () => keytar) }
  }

  it('locked at the start, gives its key once it is unlocked, and is not asked at every call', () =>
    inPassingTime(async (pass) => {
      const { kept, state, open } = later(LOCKED)
      kept.set(service, 'kept-secret')
      const keys = openApiKeys(storedOpen(open), null)
      await expect(keys.get(service)).rejects.toMatchObject({ code: 'KEYCHAIN_FAILED' })
      expect([await keys.keychainLack(), await keys.storage(service)]).toEqual(['locked', 'locked'])
      expect(state.asked).toBe(1)
      // A person who types a key has unlocked it, or is told.
      await expect(keys.set(service, 'typed')).rejects.toMatchObject({ code: 'KEYCHAIN_FAILED' })
      state.works = true
      pass(30_000)
      expect(await keys.get(service)).toEqual({ apiKey: 'kept-secret', storage: 'keychain' })
      expect(await keys.keychainLack()).toBe(null)
    }))

  it('that is not there at first takes in what was typed meanwhile', () =>
    inPassingTime(async (pass) => {
      const { kept, state, open } = later(ABSENT)
      const opened = storedOpen(open)
      const keys = openApiKeys(opened, null)
      const password = openStoredSecret(opened, 'mail password')
      const hooks = openWebhookSecrets(opened)
      await keys.set(service, 'typed')
      await password.set('secret')
      await hooks.set('hok_1', 'signing')
      expect(await keys.get(service)).toEqual({ apiKey: 'typed', storage: 'memory' })
      expect([await password.kept(), await hooks.areStored()]).toEqual(['memory', false])
      state.works = true
      pass(30_000)
      expect(await keys.get(service)).toEqual({ apiKey: 'typed', storage: 'keychain' })
      expect([await password.get(), await password.kept(), await hooks.areStored()]).toEqual([
        'secret',
        'keychain',
        true,
      ])
      expect(Object.fromEntries(kept)).toEqual({
        [service]: 'typed',
        'mail password': 'secret',
        'webhook secrets': JSON.stringify({ hok_1: 'signing' }),
      })
    }))
})

describe('the secrets of two data folders of one user', () => {
  it('are apart, and those of before they had names are found by the folders of then', async () => {
    const { keychain, kept } = memoryKeychain()
    const inFolder = (name: string, hasShared: boolean) => namedKeychain(async () => keychain, { name, hasShared })
    kept.set('backup passphrase', 'of both')
    const passphrase = (open: OpenKeychain) => openStoredSecret(open, 'backup passphrase')
    const [older, other, later] = [inFolder('a', true), inFolder('b', true), inFolder('c', false)].map(passphrase)
    expect([await older?.get(), await other?.get(), await later?.get()]).toEqual(['of both', 'of both', null])
    await older?.set('its own')
    await later?.set('of the new one')
    expect([await older?.get(), await other?.get(), await later?.get()]).toEqual([
      'its own',
      'of both',
      'of the new one',
    ])
  })
})

describe('the secrets of webhooks', () => {
  it('are kept beside those of a keychain that comes only after one was saved', () =>
    inPassingTime(async (pass) => {
      const { keychain, kept } = memoryKeychain()
      kept.set('webhook secrets', JSON.stringify({ hok_0: 'zero', hok_1: 'old' }))
      let isThere = false
      const secrets = openWebhookSecrets(
        storedOpen(async () => (isThere ? keychain : { ...keychain, available: false, lack: 'service' as const })),
      )
      await secrets.set('hok_1', 'one')
      expect(await secrets.areStored()).toBe(false)
      isThere = true
      await secrets.set('hok_2', 'two')
      pass(30_000)
      const all = { hok_0: 'zero', hok_1: 'one', hok_2: 'two' }
      expect(await secrets.all()).toEqual(all)
      expect(JSON.parse(kept.get('webhook secrets') ?? '')).toEqual(all)
    }))

  it('are all kept that are saved and removed at the same moment', async () => {
    const { keychain, kept } = memoryKeychain()
    const secrets = openWebhookSecrets(async () => keychain)
    await secrets.set('hok_0', 'zero')
    await Promise.all([
      secrets.set('hok_1', 'one'),
      secrets.remove('hok_0'),
      secrets.all(),
      secrets.set('hok_2', 'two'),
    ])
    const all = { hok_1: 'one', hok_2: 'two' }
    expect(await secrets.all()).toEqual(all)
    expect(JSON.parse(kept.get('webhook secrets') ?? '')).toEqual(all)
  })

  it('are not forgotten for a look that began before they were saved', async () => {
    const { keychain, kept } = memoryKeychain()
    const looked = Promise.withResolvers<null>()
    let isFirst = true
    const get = async (account: string) => {
      const found = await keychain.get(account)
      if (isFirst) {
        isFirst = false
        await looked.promise
      }
      return found
    }
    const secrets = openWebhookSecrets(async () => ({ ...keychain, get }))
    const look = secrets.all()
    const saved = secrets.set('hok_1', 'one')
    await Promise.race([saved, turns(50)])
    looked.resolve(null)
    await Promise.all([look, saved])
    await secrets.set('hok_2', 'two')
    expect(JSON.parse(kept.get('webhook secrets') ?? '')).toEqual({ hok_1: 'one', hok_2: 'two' })
  })
})
