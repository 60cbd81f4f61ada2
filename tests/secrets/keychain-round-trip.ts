// Run inside a session that has a keychain service; prints what it saw as JSON.
import { openApiKeys } from '../../src-main/secrets/api-keys.ts'
import { openKeychain } from '../../src-main/secrets/keychain.ts'

const service = 'https://freight.example/api/v1'
const keychain = await openKeychain()
await openApiKeys(async () => keychain, null).set(service, 'kept-secret')
// A second opening: what is found now came out of the keychain, not out of memory.
const found = await openApiKeys(openKeychain, null).get(service)
console.log(JSON.stringify({ available: keychain.available, found }))
