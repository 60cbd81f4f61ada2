import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DATA_PARTS, type DataPart } from '../../src-shared/station/app/maintenance.ts'

/** What each part of the data folder takes on the disk, in bytes; parts that take nothing are left out. */
export async function partsOf(dataDir: string): Promise<{ part: DataPart; bytes: number }[]> {
  const sums = new Map<DataPart, number>()
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const part = partOf(entry.name)
    const bytes = await sizeOf(join(dataDir, entry.name), entry.isDirectory())
    sums.set(part, (sums.get(part) ?? 0) + bytes)
  }
  return DATA_PARTS.map((part) => ({ part, bytes: sums.get(part) ?? 0 })).filter(({ bytes }) => bytes > 0)
}

/** `ledger.db-wal` is the ledger's, `ledger.db.damaged-...` was set aside. */
export function partOf(name: string): DataPart {
  if (/\.db\.(damaged|replaced)-/.test(name)) return 'put-aside'
  if (name.startsWith('ledger.')) return 'ledger'
  if (name.startsWith('cache.db')) return 'cache'
  return name === 'backups' || name === 'logs' || name === 'embedded' ? name : 'other'
}

async function sizeOf(path: string, isFolder: boolean): Promise<number> {
  if (!isFolder) return (await stat(path).catch(() => null))?.size ?? 0
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(entries.map((entry) => sizeOf(join(path, entry.name), entry.isDirectory())))
  return sizes.reduce((sum, size) => sum + size, 0)
}
