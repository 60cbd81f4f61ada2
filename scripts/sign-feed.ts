import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signatureName, signedBytes } from '../src-main/shell/desktop/updates/feed-signature.ts'

/**
 * `node scripts/sign-feed.ts KEYFILE FOLDER`: signs the descriptions of a feed's folder (latest*.yml), which hold the digest
 * of every file. A key file that is not there is made; the line that is written is what Settings > Desktop asks for.
 */

/** @returns the public key, as base64 of its DER form */
export function signFeed(keyFile: string, folder: string, say: (line: string) => void = () => undefined): string {
  if (!existsSync(keyFile)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  }
  const key = createPrivateKey(readFileSync(keyFile))
  for (const name of readdirSync(folder).filter((one) => /^latest.*\.yml$/.test(one))) {
    const description = readFileSync(join(folder, name))
    const signed: [string, Uint8Array][] = [
      [`${name}.sig`, description],
      [signatureName(name), signedBytes(name, description)],
    ]
    for (const [file, bytes] of signed) {
      writeFileSync(join(folder, file), `${sign(null, bytes, key).toString('base64')}\n`)
      say(file)
    }
  }
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
}

if (import.meta.main) {
  const [keyFile, folder] = process.argv.slice(2)
  if (keyFile === undefined || folder === undefined) {
    console.error('usage: node scripts/sign-feed.ts KEYFILE FOLDER')
    process.exit(2)
  }
  console.log(signFeed(keyFile, folder, (line) => console.log(line)))
}
