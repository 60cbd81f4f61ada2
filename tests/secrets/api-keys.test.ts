import { describe, expect, it } from 'vitest'
import { openApiKeys } from '../../src-main/secrets/api-keys.ts'
import { openKeychain, type Keytar } from '../../src-main/secrets/keychain.ts'

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
    expect(await keys.keychainAvailable()).toBe(false)
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
