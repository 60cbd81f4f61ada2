import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, scrypt } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { nextTurn } from '../../../src-node/runtime/wait.ts'

/** A backup under a passphrase bears its name with this behind it. */
export const SEALED = '.sealed'
export const isSealed = (name: string): boolean => name.endsWith(SEALED)

const MAGIC = 'WAYBILL-SEALED-1\n'
const MOST_HEAD = 4096
const CHUNK = 64 * 1024
const TAG = 16
const KEY = 32
/** 64 MiB and a third of a second (OWASP's second line for scrypt). Another version of the format may ask for more. */
const COST = { N: 2 ** 16, r: 8, p: 2 } as const
const COST_MEMORY = 128 * COST.N * COST.r + 32 * 1024 * 1024

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const headSchema = z.object({
  /** Of the passphrase's key; all files of one place have one. */
  salt: hex(16),
  /** Notifies a wrong passphrase from a damaged file. */
  check: hex(16),
  /** Of this file's own key. */
  fileSalt: hex(16),
  /** What is sealed: its name, its length, and of an increment the full copy that it needs. */
  name: z.string(),
  bytes: z.int().min(0),
  base: z.string().nullable(),
})
export type SealedHead = z.output<typeof headSchema>

/** What a passphrase and a salt make. It opens every file of one place. */
export interface SealKey {
  salt: string
  check: string
  key: Buffer
}

export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase'
  constructor() {
    super('the passphrase is wrong')
  }
}

/** Takes a third of a second of another thread, so that guessing takes long. @param salt 16 bytes in hex */
export function sealKeyOf(passphrase: string, salt = runtime().random.bytes(16).toString('hex')): Promise<SealKey> {
  return new Promise((resolve, reject) => {
    const typed = passphrase.normalize('NFKC')
    scrypt(typed, Buffer.from(salt, 'hex'), KEY, { ...COST, maxmem: COST_MEMORY }, (error, key) => {
      if (error) {
        reject(error)
        return
      }
      const check = createHmac('sha256', key).update('waybill sealed check').digest('hex').slice(0, 32)
      resolve({ salt, check, key })
    })
  })
}

/** A number for each chunk that is unique under a key; the last byte marks the last chunk. */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const fileKeyOf = ({ key }: SealKey, { fileSalt }: SealedHead): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(fileSalt, 'hex'), 'waybill sealed file', KEY))

/** Which bytes a chunk of the file holds, in order; an empty file has one empty chunk. */
function* chunksOf(bytes: number): Generator<{ index: number; at: number; length: number; isLast: boolean }> {
  const count = Math.max(1, Math.ceil(bytes / CHUNK))
  for (let index = 0; index < count; index++) {
    const at = index * CHUNK
    yield { index, at, length: Math.min(CHUNK, bytes - at), isLast: index === count - 1 }
  }
}

async function readFully(file: FileHandle, length: number, at: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) throw new Error('it ends too soon')
    read += bytesRead
  }
  return bytes
}

/**
 * Writes a file under a key: a line that names the format, one of JSON, then chunks of 64 KiB, each by AES-256-GCM with its
 * tag behind it and with both lines as what it also vouches for. Gives the SHA-256 of what was sealed.
 */
export async function sealFile(
  from: string,
  to: string,
  sealKey: SealKey,
  about: Pick<SealedHead, 'name' | 'base'>,
): Promise<string> {
  const source = await open(from, 'r')
  const target = await open(to, 'w', 0o600).catch(async (error: unknown) => {
    await source.close()
    throw error
  })
  try {
    const { size } = await source.stat()
    const { salt, check } = sealKey
    const head: SealedHead = {
      salt,
      check,
      fileSalt: runtime().random.bytes(16).toString('hex'),
      bytes: size,
      ...about,
    }
    const lines = Buffer.from(`${MAGIC}${JSON.stringify(head)}\n`)
    if (lines.length > MOST_HEAD) throw new Error('its name is too long')
    const key = fileKeyOf(sealKey, head)
    const hash = createHash('sha256')
    await target.appendFile(lines)
    for (const { index, at, length, isLast } of chunksOf(size)) {
      const bytes = await readFully(source, length, at)
      hash.update(bytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(lines)
      await target.appendFile(Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]))
      await nextTurn()
    }
    await target.sync()
    return hash.digest('hex')
  } finally {
    await target.close()
    await source.close()
  }
}

/** The head of a sealed file, readable without its passphrase. @throws Error when it is none */
export async function readSealedHead(path: string): Promise<SealedHead> {
  const file = await open(path, 'r')
  try {
    return (await headOf(file)).head
  } finally {
    await file.close()
  }
}

async function headOf(file: FileHandle): Promise<{ head: SealedHead; lines: Buffer }> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST_HEAD), 0, MOST_HEAD, 0)
  const start = buffer.subarray(0, bytesRead)
  const end = start.indexOf('\n', MAGIC.length)
  if (start.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0) throw new Error('it is not an encrypted backup')
  const head = headSchema.parse(JSON.parse(start.toString('utf8', MAGIC.length, end)))
  return { head, lines: start.subarray(0, end + 1) }
}

/**
 * Reads a sealed file through, and writes what was sealed where that is asked for. Gives its SHA-256.
 * @throws WrongPassphrase
 * @throws Error when it is not as it was written
 */
export async function openSealed(
  path: string,
  keyOf: (salt: string) => Promise<SealKey>,
  to: string | null = null,
): Promise<string> {
  const file = await open(path, 'r')
  let target: FileHandle | null = null
  try {
    const { head, lines } = await headOf(file)
    const sealKey = await keyOf(head.salt)
    if (sealKey.check !== head.check) throw new WrongPassphrase()
    const key = fileKeyOf(sealKey, head)
    const hash = createHash('sha256')
    target = to === null ? null : await open(to, 'wx', 0o600)
    let at = lines.length
    for (const { index, length, isLast } of chunksOf(head.bytes)) {
      const sealed = await readFully(file, length + TAG, at)
      at += sealed.length
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(lines)
      decipher.setAuthTag(sealed.subarray(length))
      const bytes = Buffer.concat([decipher.update(sealed.subarray(0, length)), finalOf(decipher)])
      hash.update(bytes)
      await target?.appendFile(bytes)
      await nextTurn()
    }
    if ((await file.stat()).size !== at) throw new Error('it has data past its end')
    await target?.sync()
    return hash.digest('hex')
  } finally {
    await target?.close()
    await file.close()
  }
}

function finalOf(decipher: { final(): Buffer }): Buffer {
  try {
    return decipher.final()
  } catch (cause) {
    throw new Error('it was changed after it was written', { cause })
  }
}
