import { FOR_ALL, siteSettingsSchema, type SiteSettings } from '../../src-shared/site/settings.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'
import { sharedTable } from './shared-kinds.rows.ts'

export type SiteSettingStore = ReturnType<typeof siteSettingStore>

/**
 * What the site's supervisors decide for its stations, as it is here. @param noteShared as `addressStore` takes it
 */
export function siteSettingStore(db: SqliteDatabase, clock: Clock, noteShared: NoteShared) {
  const table = sharedTable('setting')
  const read = (settingId: string): SiteSettings | null =>
    siteSettingsSchema.nullable().parse(table.read(db, settingId))

  return {
    /** Under `FOR_ALL` or a station's id; null: nothing is decided there. */
    read,

    /** Records of single stations. @param environment of the site */
    ofStations: (environment: string): { stationId: string; settings: SiteSettings }[] =>
      table
        .ids(db, environment)
        .filter((settingId) => settingId !== FOR_ALL)
        .flatMap((stationId) => {
          const settings = read(stationId)
          return settings === null ? [] : [{ stationId, settings }]
        }),

    /** @param settings null: the record goes */
    save: (settingId: string, settings: SiteSettings | null): Promise<void> =>
      inTransaction(db, () => {
        const now = clock.now()
        if (settings === null) table.remove(db, now, settingId)
        else table.write(db, now, settingId, settings)
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'setting',
          subjectId: settingId,
          action: settings === null ? 'removed' : 'saved',
          detail: { ...settings },
        })
        noteShared(settingId)
      }),
  }
}
