import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { batchFiles } from '../imports/batch/files.ts'
import { openStoredSecret } from '../kernel/secrets/stored-secret.ts'
import { systemFiles } from '../kernel/sqlite/files.ts'
import type { Printing } from '../printing/printing.ts'
import { createArchives } from './archives.ts'
import { auditCsv } from './audit/audit-csv.ts'
import { auditLog, type AuditFilter } from './audit/audit-log.rows.ts'
import type { AuditExport } from '../../src-shared/station/app/audit.ts'
import { maintainData } from './maintenance-jobs.ts'
import { forgetInCache } from './forget/forget-cache.rows.ts'
import { createForgetting } from './forgetting.ts'
import { labelBytes } from './retention/bytes.rows.ts'
import { forgetInLedger } from './retention/forget-ledger.rows.ts'

/** The station's own data: archives, backups and retention, persons who are forgotten, the audit log. */
export function wireData(base: Base, { sync, outbox, siteStation }: Booking, printing: Pick<Printing, 'queue'>) {
  const { dataDir, ledger, cache, clock, ids, settings, settingRows, environment, inBackground, closing } = base
  const bytes = labelBytes(ledger.db, clock)
  const log = auditLog(ledger.db)
  const archives = createArchives({
    dataDir,
    files: systemFiles,
    settings: settingRows,
    takeFull: ledger.backups.takeFull,
    archivedBytes: bytes.archived,
    onMade: () => inBackground(maintenance.secondPlace.catchUp()),
    clock,
  })
  const archived = async () => (await archives.list()).archives
  const maintenance = maintainData({
    ...{ dataDir, ledger, cache, settings, settingRows, environment, clock, ids, inBackground },
    requests: base.requests,
    archives: archived,
    passphrase: openStoredSecret(base.openKeychain, 'backup passphrase'),
    notices: base.notices,
    closing: closing.signal,
    refill: async () => {
      await sync.exclusively(() => base.syncCursor.forget())
      base.emit('shipments.changed', { shipmentIds: [] })
      sync.hasten()
    },
  })
  return {
    maintenance,
    archives,
    restorations: {
      newest: base.restorations.newest,
      confirm: async (): Promise<void> => {
        await base.restorations.confirm()
        outbox.kick()
        await printing.queue.wakeAll()
        base.onStationChange()
      },
    },
    forgetting: createForgetting({
      dataDir,
      files: systemFiles,
      forgotten: base.forgotten,
      ledger: forgetInLedger({ db: ledger.db, bytes }),
      cache: forgetInCache(cache.db),
      batchFiles: batchFiles(dataDir),
      settle: base.requestLog.flush,
      emptyJournal: ledger.emptyJournal,
      archives: archived,
      secondPlace: async () => (await maintenance.secondPlace.state())?.folder ?? null,
      everybody: base.everybodyForgotten,
      clock,
      closing: closing.signal,
      site: siteStation?.forgetting ?? null,
    }),
    auditLog: {
      list: (filter: AuditFilter) => log.list(filter),
      answersTo: log.answersTo,
      exportCsv: (filter: AuditExport) => auditCsv(log, filter),
    },
  }
}
