import { copyFile, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { renameWhenFree } from '../../src-node/rename.ts'
import { hashOfFile } from './archive/archive-file.rows.ts'
import type { AtStep } from '../kernel/sqlite/at-step.ts'
import { backupOf, baseOf, furthestFirst } from './backup/backups.rows.ts'
import { inThread } from './backup/inspections.ts'
import type { LedgerBackup } from './backup/retention.ts'
import { isSealed, openSealed, readSealedHead, SEALED, sealFile, type SealKey } from './backup/sealed-file.ts'

const MAKING = '.making'

/** A copy at the second place; `check`: of the passphrase that it is under, null: it is under none. */
export interface CopyThere {
  backup: LedgerBackup
  check: string | null
}

/** The copies in a folder that may be slow to answer, newest first; one that cannot be read is none. */
export async function copiesAt(dir: string): Promise<CopyThere[]> {
  const found: CopyThere[] = []
  for (const file of await readdir(dir)) {
    const path = join(dir, file)
    if (!isSealed(file)) {
      // A copy that is taken away meanwhile is none.
      const size = (await stat(path).catch(() => null))?.size
      const backup = size === undefined ? null : backupOf(file, size, () => baseOf(path))
      if (backup) found.push({ backup, check: null })
      continue
    }
    const head = await readSealedHead(path).catch(() => null)
    const backup = head && backupOf(file.slice(0, -SEALED.length), head.bytes, () => head.base)
    if (backup) found.push({ backup, check: head.check })
  }
  return found.sort((a, b) => furthestFirst(a.backup, b.backup))
}

/** Where a file is there: under a passphrase it has another name. */
const placeOf = (dir: string, name: string, key: SealKey | null): string => join(dir, key ? name + SEALED : name)

/** Is it there, under this key or under none? */
export async function isThere(dir: string, name: string, key: SealKey | null): Promise<boolean> {
  const path = placeOf(dir, name, key)
  if (key === null) return (await stat(path).catch(() => null)) !== null
  return (await readSealedHead(path).catch(() => null))?.check === key.check
}

/** Both forms of a copy. */
export async function removeThere(dir: string, name: string): Promise<void> {
  for (const file of [name, name + SEALED]) await rm(join(dir, file), { force: true })
}

export interface NewCopy {
  from: string
  dir: string
  name: string
  /** Null: under no passphrase. */
  key: SealKey | null
  /** The full copy that an increment needs. */
  base: string | null
  /** Reads the copy back, where it is under no passphrase. A sealed one is compared with what was sealed. */
  prove: (making: string) => Promise<void>
  atStep: AtStep
}

/** Copies a file, has the copy proven on the disk, and only then gives it its name; its other form goes. */
export async function copyThere({ from, dir, name, key, base, prove, atStep }: NewCopy): Promise<void> {
  const to = placeOf(dir, name, key)
  const making = `${to}${MAKING}${name.slice(name.lastIndexOf('.'))}`
  try {
    if (key) {
      const hash = await sealFile(from, making, key, { name, base })
      atStep('second copied')
      const back = await openSealed(making, async () => key)
      if (back !== hash) throw new Error('the copy there differs from what was encrypted')
    } else {
      await copyFile(from, making)
      const file = await open(making, 'r+')
      await file.sync().finally(() => file.close())
      atStep('second copied')
      await prove(making)
    }
    atStep('second proven')
    await renameWhenFree(making, to)
    atStep('second named')
    await rm(placeOf(dir, name, key ? null : UNSEALED), { force: true })
  } finally {
    await rm(making, { force: true }).catch(() => undefined)
  }
}

/** What a station that died has left there of copies that it was making. */
export async function removeUnfinishedThere(dir: string): Promise<void> {
  for (const file of await readdir(dir)) if (file.includes(MAKING)) await rm(join(dir, file), { force: true })
}

/** Any key: only whether there is one decides the name. */
const UNSEALED: SealKey = { salt: '', check: '', key: Buffer.alloc(0) }

/** Reads a copy of the ledger back. @throws Error when it is not sound */
export async function proveBackup(making: string): Promise<void> {
  const facts = await inThread(making, { pages: making.endsWith('.db') })
  if (!facts.isSound) throw new Error(`the copy there is damaged (${facts.detail})`)
}

/** Reads a copy of an archive back. @throws Error when it is another file */
export const proveHash = (sha256: string) => async (making: string) => {
  if ((await hashOfFile(making)) !== sha256) throw new Error('an archive there differs from the one verified here')
}
