import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { layCuts, readIncrement, readIncrementHead, type IncrementHead } from './cut-file.ts'
import { inspectLedgerFile, looksWhole, type LedgerFacts } from '../backup/inspect.rows.ts'

export const isIncrement = (path: string): boolean => path.endsWith('.cut')

/**
 * The full copy below an incremental backup, and every increment from there to this one. @throws Error when one is
 * not there
 */
function chainOf(path: string): { base: string; increments: string[]; head: IncrementHead } {
  const dir = dirname(path)
  const head = readIncrementHead(path)
  const increments = [path]
  for (let { previous, position } = head; previous !== null;) {
    const before = join(dir, previous)
    if (!existsSync(before)) throw new Error(`it builds on ${previous}, which is missing`)
    if (increments.includes(before)) throw new Error('it builds on itself')
    const next = readIncrementHead(before)
    if (next.base !== head.base || next.position > position) throw new Error(`it does not fit on top of ${previous}`)
    increments.unshift(before)
    ;({ previous, position } = next)
  }
  const base = join(dir, head.base)
  if (!existsSync(base)) throw new Error(`it builds on ${head.base}, which is missing`)
  return { base, increments, head }
}

/** Makes the ledger file of an incremental backup. @throws Error when the chain to it is not whole */
export function restoreIncrements(path: string, target: string): void {
  const { base, increments } = chainOf(path)
  layCuts(base, increments, target)
}

/** How many bytes making the ledger of a copy would read; 0: it is not there. */
export function bytesToRead(path: string): number {
  try {
    return isIncrement(path) ? statSync(chainOf(path).base).size : statSync(path).size
  } catch {
    return 0
  }
}

/** Whether an increment is as it was written and everything below it is there. It is not applied. */
export function inspectIncrement(path: string): LedgerFacts {
  try {
    const { base, head } = chainOf(path)
    readIncrement(path)
    if (!looksWhole(base)) throw new Error(`the full copy below it, ${head.base}, is not whole`)
    return {
      isSound: true,
      version: head.version,
      position: head.position,
      bookings: head.bookings,
      until: head.until,
    }
  } catch (error) {
    return unsoundIncrement(reasonOf(error))
  }
}

/**
 * Any copy of the ledger, by its name. `pages`: everything is read, and an increment is applied to what is below it.
 */
export function inspectCopy(path: string, { pages }: { pages: boolean }): LedgerFacts {
  if (!isIncrement(path)) return inspectLedgerFile(path, { pages })
  if (!pages) return inspectIncrement(path)
  const made = `${path}.making`
  try {
    restoreIncrements(path, made)
    const facts = inspectLedgerFile(made, { pages: true })
    const { position } = readIncrementHead(path)
    if (facts.isSound && facts.position !== position) {
      return unsoundIncrement(`it comes to position ${facts.position} and should come to ${position}`)
    }
    return facts
  } catch (error) {
    return unsoundIncrement(reasonOf(error))
  } finally {
    rmSync(made, { force: true })
  }
}

const unsoundIncrement = (detail: string): LedgerFacts => ({ isSound: false, reason: 'cut', detail, version: null })
