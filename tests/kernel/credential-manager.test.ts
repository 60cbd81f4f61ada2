import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import koffi from 'koffi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCredentialManager } from '../../src-main/kernel/secrets/credential-manager.ts'
import { openKeychain } from '../../src-main/kernel/secrets/keychain.ts'
import type { Keytar } from '../../src-main/kernel/secrets/keytar.ts'

const COMPILER = '/usr/bin/cc'
const why = existsSync(COMPILER) ? '' : 'skipped: no compiler for what stands in for Windows'

describe.skipIf(why !== '')(`Credential Manager of Windows ${why}`.trim(), () => {
  let manager: Keytar
  let unfreed: () => unknown
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-credentials-'))
    const library = join(folder, 'credentials.so')
    const source = join(import.meta.dirname, '../support/credentials/stand-in.c')
    execFileSync(COMPILER, ['-shared', '-fPIC', '-o', library, source])
    manager = openCredentialManager({ credentials: library, kernel: library })
    unfreed = koffi.load(library).func('int Unfreed()')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const get = (account: string) => manager.getPassword('Waybill', account)
  const set = (account: string, secret: string) => manager.setPassword('Waybill', account, secret)

  it.each([
    ['letters of every kind', 'ñ 日本 😀'],
    ['nothing', ''],
    ['the most that Windows takes', 'x'.repeat(1280)],
  ])('keeps %s, in place of what was there, and frees what it read', async (_what, secret) => {
    await set('https://freight.example/api/v1', 'earlier')
    await set('https://freight.example/api/v1', secret)
    expect(await get('https://freight.example/api/v1')).toBe(secret)
    expect(unfreed()).toBe(0)
  })

  it('has nothing under a name that was not set, or was deleted', async () => {
    await set('site token', 'abc')
    expect(await manager.deletePassword('Waybill', 'site token')).toBe(true)
    expect(await get('site token')).toBeNull()
    expect(await manager.deletePassword('Waybill', 'site token')).toBe(false)
    expect(await get('mail password')).toBeNull()
  })

  it('refuses a secret longer than Windows takes, and the keychain says so', async () => {
    const keychain = await openKeychain(async () => manager)
    await keychain.set('hook secrets', 'earlier')
    await expect(keychain.set('hook secrets', 'x'.repeat(1281))).rejects.toMatchObject({
      code: 'TOO_LARGE',
      details: { most: 2560 },
    })
    expect(await keychain.get('hook secrets')).toBe('earlier')
  })

  it('is a keychain, and says what Windows said when it fails', async () => {
    const keychain = await openKeychain(async () => manager)
    expect(keychain.available).toBe(true)
    await expect(keychain.get('denied')).rejects.toMatchObject({
      code: 'KEYCHAIN_FAILED',
      details: { reason: 'Windows does not allow it to this user' },
    })
    await expect(keychain.set('odd', 'abc')).rejects.toMatchObject({
      code: 'KEYCHAIN_FAILED',
      details: { reason: 'CredWrite of Windows failed with 87' },
    })
  })

  it('is none in a session that has no credentials', async () => {
    const inSession: Keytar = {
      ...manager,
      setPassword: async (service, _, secret) => manager.setPassword(service, 'no session', secret),
    }
    expect(await openKeychain(async () => inSession)).toMatchObject({ available: false, lack: 'service' })
  })
})
