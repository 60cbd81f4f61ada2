import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ledger } from '../data/ledger/ledger.ts'
import { addNoticeOnce } from '../inbox/notices.rows.ts'

/** Folders as programs that copy between machines call theirs, by the program's own name. */
const BY_NAME: readonly [RegExp, string][] = [
  [/^OneDrive( - .+)?$/i, 'OneDrive'],
  [/^Dropbox( \(.+\))?$/i, 'Dropbox'],
  [/^(Google ?Drive|My Drive)$/i, 'Google Drive'],
  [/^(iCloud ?Drive|Mobile Documents|com~apple~CloudDocs)$/i, 'iCloud Drive'],
  [/^Box( Sync)?$/i, 'Box'],
  [/^(Nextcloud|ownCloud)$/i, 'Nextcloud'],
  [/^CloudStorage$/i, 'a cloud drive'],
]
/** Files that sync programs leave in the folder that they copy. */
const BY_MARK: readonly [string, string][] = [
  ['.dropbox', 'Dropbox'],
  ['.dropbox.cache', 'Dropbox'],
  ['.stfolder', 'Syncthing'],
  ['.SyncID', 'Resilio Sync'],
]

/** The program that copies this folder to other machines, by the names and marks of the folders above it; null: none is known. */
export function syncedBy(dataDir: string): string | null {
  const path = resolve(dataDir)
  const names = path.split(sep)
  const named = BY_NAME.find(([pattern]) => names.some((name) => pattern.test(name)))
  if (named) return named[1]
  for (let dir = path; ; dir = dirname(dir)) {
    const watermark = BY_MARK.find(([watermark]) => existsSync(join(dir, watermark)))
    if (watermark) return watermark[1]
    if (dir === dirname(dir)) return null
  }
}

/** A folder that another program writes into as well is reported at the first start, until a person acknowledges it. */
export async function warnOfSyncedFolder(ledger: Ledger, dataDir: string, clock: Clock): Promise<void> {
  const program = syncedBy(dataDir)
  if (program === null) return
  const notice = new StationError({
    code: 'DATA_FOLDER_SYNCED',
    message: `${dataDir} is synced by ${program}, which can lock files while Waybill writes or replace them with older copies. Use --data to choose a folder outside it, and Waybill's own backups.`,
    details: { folder: dataDir, program },
  }).toData()
  if (await addNoticeOnce(ledger.db, clock.now(), notice)) ledger.notices.push(notice)
}
