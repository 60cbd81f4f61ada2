import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renameWhenFree, renameWhenFreeSync } from '../../src-node/rename.ts'
import { tempDir } from '../support/temp-dir.ts'

const held = (code: string) => Object.assign(new Error(`${code}: it is held`), { code })

/** Fails so often, then does it. */
function failing<T>(codes: string[], then: () => T): () => T {
  return () => {
    const code = codes.shift()
    if (code !== undefined) throw held(code)
    return then()
  }
}

describe('a file that another program holds for a moment', () => {
  it.each([['EPERM'], ['EBUSY'], ['EACCES']])('is renamed once it is free (%s)', async (code) => {
    const dir = tempDir()
    const [from, to] = [join(dir, 'a'), join(dir, 'b')]
    writeFileSync(from, 'whole')
    await renameWhenFree(
      from,
      to,
      failing([code, code], () => rename(from, to)),
    )
    expect(readFileSync(to, 'utf8')).toBe('whole')
    const twice = failing([code, code], () => renameSync(to, from))
    renameWhenFreeSync(to, from, twice)
    expect(existsSync(to)).toBe(false)
  })

  it('is given up where it is no matter of waiting, with what the system said', async () => {
    const dir = tempDir()
    const [from, to] = [join(dir, 'not there'), join(dir, 'b')]
    await expect(renameWhenFree(from, to)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(() => renameWhenFreeSync(from, to)).toThrow(/ENOENT/)
  })
})
