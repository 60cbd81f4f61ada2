import { createPublicKey, verify } from 'node:crypto'
import { runtime } from '../../../../src-node/runtime/runtime.ts'
import { timeoutSignal } from '../../../../src-node/runtime/wait.ts'
import { readWhole } from '../../../kernel/net/bodies.ts'

/** A release's description, as the library read it. */
export interface Release {
  version: string
  files: readonly { url: string; sha512: string }[]
  /** What older versions of the library take instead of `files`. */
  path?: string | undefined
  /** Packages that a web installer would download. */
  packages?: unknown
}

const WITHIN_MS = 30_000
const MOST_BYTES = 1024 * 1024

/** The file of a feed that describes the newest release for a system, as electron-builder names it. */
export function descriptionName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml'
  if (platform === 'darwin') return 'latest-mac.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/** The signed text: the description with its file name, so that one system's does not pass for another's. */
export const signedBytes = (name: string, description: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${name}\n`), description])

/** Beside a description; `.sig` is over the description alone, for versions that know no other. */
export const signatureName = (name: string): string => `${name}.named.sig`

/**
 * Verifies that the company signed the description of this very release for this system: its version, and the name
 * and digest of every file of it. The library then holds each file to its digest.
 * @throws Error that names the mismatch
 */
export async function holdSignature(feedUrl: string, name: string, publicKey: string, release: Release): Promise<void> {
  const folder = feedUrl.endsWith('/') ? feedUrl : `${feedUrl}/`
  const [description, signature] = await Promise.all([
    bytesOf(new URL(name, folder)),
    bytesOf(new URL(signatureName(name), folder)),
  ])
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  if (!verify(null, signedBytes(name, description), key, Buffer.from(signature.toString('utf8').trim(), 'base64'))) {
    throw new Error(`the signature of ${name} does not hold`)
  }
  if (!isDescribedBy(description.toString('utf8'), release)) throw new Error(`${name} changed while it was read`)
}

/** The library has fetched its own copy: every field that decides the installation must match the signed one. */
function isDescribedBy(description: string, { version, files, path, packages }: Release): boolean {
  const said = description
    .split('\n')
    .map((line) => /^\s*(?:- )?(\w+):\s*(.*?)\s*$/.exec(line.replaceAll(/['"]/g, '')))
    .flatMap((found) => (found ? [{ name: found[1], value: found[2] }] : []))
  const has = (name: string, value: string) => said.some((line) => line.name === name && line.value === value)
  const isDescribed = (file: { url: string; sha512: string }) =>
    said.some(({ name, value }, at) => {
      if (name !== 'url' || value !== file.url) return false
      const digest = said.slice(at + 1).find((line) => line.name === 'sha512' || line.name === 'url')
      return digest?.name === 'sha512' && digest.value === file.sha512
    })
  return (
    has('version', version) &&
    files.length > 0 &&
    files.every(isDescribed) &&
    (path === undefined || has('path', path)) &&
    packages === undefined
  )
}

async function bytesOf(url: URL): Promise<Buffer> {
  const answer = await runtime().network.fetch(url, {
    signal: timeoutSignal(WITHIN_MS),
    cache: 'no-store',
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`${url.pathname} answers ${answer.status}`)
  const stream: AsyncIterable<Uint8Array> | null = answer.body
  return Buffer.from(await readWhole(stream ?? [], MOST_BYTES, () => new Error(`${url.pathname} is too large`)))
}
