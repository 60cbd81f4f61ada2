import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { renameWhenFree } from '../../src-node/rename.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { unsoundBackup } from './backup/backups.rows.ts'
import type { LedgerFacts } from './backup/inspect.rows.ts'
import { inspectWhole } from './backup/inspections.ts'
import { isIncrement } from './increments/backup-chain.ts'
import { readIncrementHead } from './increments/cut-file.ts'
import { openSealed, SEALED, WrongPassphrase } from './backup/sealed-file.ts'
import { reasonOf } from '../kernel/sqlite/store-error.ts'
import type { SealKeys } from './seal-keys.ts'

/** A backup out of a second place: what was written of it, oldest first, where it lies now, and what is in it. */
export interface OpenedBackup {
  names: string[]
  path: string
  facts: Extract<LedgerFacts, { isSound: true }>
}

/**
 * Copies a backup, and all below it, out of a second place into a folder, opened with its passphrase where it is under one,
 * and looks through it. Needs no records: the computer that made it may be gone. @throws StationError BACKUP_UNSOUND
 */
export async function openBackup(file: string, to: string, keys: Pick<SealKeys, 'of'>): Promise<OpenedBackup> {
  await mkdir(to, { recursive: true })
  const names: string[] = []

  async function bring(name: string): Promise<string> {
    const target = join(to, name)
    const sealed = join(dirname(file), name + SEALED)
    // Where sealing of plain files was interrupted, an increment and what is below it differ in that.
    if ((await stat(sealed).catch(() => null)) !== null) {
      const part = `${target}.making`
      try {
        await rm(part, { force: true })
        await openSealed(sealed, keys.of, part)
        await renameWhenFree(part, target)
      } finally {
        await rm(part, { force: true })
      }
    } else await copyFile(join(dirname(file), name), target)
    names.unshift(name)
    return target
  }

  const asked = basename(file).replace(SEALED, '')
  try {
    let target = await bring(asked)
    const newest = target
    if (isIncrement(target)) {
      const { base } = readIncrementHead(target)
      for (let { previous } = readIncrementHead(target); previous !== null; { previous } = readIncrementHead(target)) {
        target = await bring(previous)
      }
      await bring(base)
    }
    const facts = await inspectWhole(newest)
    if (!facts.isSound) throw unsoundBackup(asked, facts)
    return { names, path: newest, facts }
  } catch (error) {
    if (error instanceof StationError) throw error
    const reason = error instanceof WrongPassphrase ? 'passphrase' : 'unreadable'
    throw unsoundBackup(asked, { reason, detail: reasonOf(error) })
  }
}
