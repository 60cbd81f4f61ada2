import { createHash } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  openSealed,
  readSealedHead,
  sealFile,
  sealKeyOf,
  type SealKey,
} from '../../src-main/data/backup/sealed-file.ts'
import { tempDir } from '../support/temp-dir.ts'

const CHUNK = 64 * 1024
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let key: SealKey
beforeAll(async () => {
  key = await sealKeyOf('correct horse battery')
})
const same = async () => key

async function sealed(length: number) {
  const dir = tempDir()
  const bytes = Buffer.alloc(length, 'Ana Lopez, 12 Main St; ')
  const [from, to] = [join(dir, 'ledger.db'), join(dir, 'ledger.db.sealed')]
  writeFileSync(from, bytes)
  const hash = await sealFile(from, to, key, { name: 'ledger.db', base: null })
  return { dir, bytes, to, hash }
}

describe('a backup under a passphrase', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
    'of %i bytes comes back as it was, and shows nothing of it',
    async (length) => {
      const { dir, bytes, to, hash } = await sealed(length)
      expect(hash).toBe(sha(bytes))
      expect(readFileSync(to).includes('Lopez')).toBe(false)
      expect(await readSealedHead(to)).toMatchObject({ name: 'ledger.db', bytes: length })
      expect(await openSealed(to, same, join(dir, 'back'))).toBe(hash)
      expect(readFileSync(join(dir, 'back')).equals(bytes)).toBe(true)
    },
  )

  it('is not opened by another one, in one sentence; the same one typed in another form is the same', async () => {
    const { to } = await sealed(100)
    await expect(openSealed(to, (salt) => sealKeyOf('wrong', salt))).rejects.toThrow('the passphrase is wrong')
    const composed = await sealKeyOf('Ñandú uno dos tres')
    expect((await sealKeyOf('N\u0303andu\u0301 uno dos tres', composed.salt)).check).toBe(composed.check)
  })

  it('shows every changed byte, a missing end, an end too many and chunks in another order', async () => {
    const { to } = await sealed(2 * CHUNK)
    const whole = readFileSync(to)
    const start = whole.indexOf('\n', 20) + 1
    const swapped = Buffer.from(whole)
    whole.copy(swapped, start, start + CHUNK + 16)
    const changed = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
    const named = Buffer.from(whole.toString('latin1').replace('ledger.db', 'ledger.xy'), 'latin1')
    const wrong = [
      changed(start),
      changed(start + CHUNK + 3),
      changed(whole.length - 1),
      swapped,
      named,
      Buffer.concat([whole, Buffer.from('x')]),
    ]
    for (const bytes of wrong) {
      writeFileSync(to, bytes)
      await expect(openSealed(to, same)).rejects.toThrow()
    }
    writeFileSync(to, whole)
    truncateSync(to, start + CHUNK + 16)
    await expect(openSealed(to, same)).rejects.toThrow('ends too soon')
    expect(existsSync(to)).toBe(true)
  })
})
