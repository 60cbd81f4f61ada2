// Run inside a session that has a keychain service; prints what it saw as JSON.
import { execFileSync } from 'node:child_process'
import { openApiKeys } from '../../src-main/kernel/secrets/api-keys.ts'
import { storedOpen, openKeychain } from '../../src-main/kernel/secrets/keychain.ts'

const service = 'https://freight.example/api/v1'
const secrets = '/org/freedesktop/secrets'

const keychain = await openKeychain()
await openApiKeys(async () => keychain, null).set(service, 'kept-secret')
// A second opening: what is found now came out of the keychain, not out of memory.
const found = await openApiKeys(() => openKeychain(), null).get(service)

const locking = ['--method', 'org.freedesktop.Secret.Service.Lock', `[objectpath "${secrets}/collection/login"]`]
execFileSync('gdbus', ['call', '--session', '--dest', 'org.freedesktop.secrets', '--object-path', secrets, ...locking])
const keys = openApiKeys(storedOpen(openKeychain), null)
const locked = {
  lack: await keys.keychainLack(),
  storage: await keys.storage(service),
  get: await keys
    .get(service)
    .catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)),
}
console.log(JSON.stringify({ available: keychain.available, found, locked }))
