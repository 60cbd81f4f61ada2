import {
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Seeded } from '../../support/seeded.ts'

/** What may befall the files of a station while none runs. */
export const MISHAPS = [
  'pages zeroed',
  'pages overwritten',
  'ledger cut',
  'ledger emptied',
  'ledger removed',
  'journal removed',
  'backup copied over',
  'newest backup emptied',
  'newest backup cut',
  'mark removed',
] as const
export type Mishap = (typeof MISHAPS)[number]

/** By weight: the journal is what cleaners and copies lose most easily. */
export const EVERY_MISHAP: Readonly<Record<Mishap, number>> = {
  'pages zeroed': 3,
  'pages overwritten': 3,
  'ledger cut': 3,
  'ledger emptied': 1,
  'ledger removed': 2,
  'journal removed': 5,
  'backup copied over': 3,
  'newest backup emptied': 2,
  'newest backup cut': 2,
  'mark removed': 1,
}

const PAGE = 4096

/** Lets it happen. False: there was nothing that it could happen to. */
export function befall(mishap: Mishap, dataDir: string, random: Seeded): boolean {
  const ledger = join(dataDir, 'ledger.db')
  const journal = `${ledger}-wal`
  const newest = backupsOf(dataDir).at(-1)
  switch (mishap) {
    case 'pages zeroed':
      return overwrite(ledger, random, () => 0)
    case 'pages overwritten':
      return overwrite(ledger, random, () => random.below(256))
    case 'ledger cut':
      return cut(ledger, random)
    case 'ledger emptied':
      return empty(ledger)
    case 'ledger removed':
      return [ledger, journal].filter(remove).length > 0
    case 'journal removed':
      return remove(journal)
    case 'backup copied over': {
      const backup = backupsOf(dataDir)[0]
      if (backup === undefined || !existsSync(ledger)) return false
      remove(journal)
      copyFileSync(backup, ledger)
      return true
    }
    case 'newest backup emptied':
      return newest !== undefined && empty(newest)
    case 'newest backup cut':
      return newest !== undefined && cut(newest, random)
    case 'mark removed':
      return remove(join(dataDir, 'ledger.mark'))
  }
}

/** Oldest first, as their names sort. */
function backupsOf(dataDir: string): string[] {
  const dir = join(dataDir, 'backups')
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => name.endsWith('.db'))
    .sort()
    .map((name) => join(dir, name))
}

function overwrite(file: string, random: Seeded, byte: () => number): boolean {
  const pages = existsSync(file) ? Math.floor(statSync(file).size / PAGE) : 0
  if (pages === 0) return false
  const handle = openSync(file, 'r+')
  try {
    for (let count = 1 + random.below(3); count > 0; count--) {
      const bytes = Uint8Array.from({ length: PAGE }, byte)
      writeSync(handle, bytes, 0, PAGE, PAGE * random.below(pages))
    }
  } finally {
    closeSync(handle)
  }
  return true
}

function cut(file: string, random: Seeded): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return false
  truncateSync(file, random.below(statSync(file).size))
  return true
}

function empty(file: string): boolean {
  if (!existsSync(file)) return false
  writeFileSync(file, '')
  return true
}

function remove(file: string): boolean {
  if (!existsSync(file)) return false
  rmSync(file)
  return true
}
