import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { IS_ON_ITS_WAY } from '../../printing/queue/print-job-sql.rows.ts'
import type { Slice, Sweep } from '../../kernel/sqlite/slice.ts'

/** Rows of one transaction: a few milliseconds with labels of the usual size. */
const ROWS = 10

/** Of these shipments of a service, those that ended before a moment. */
type EndedBefore = (environment: string, shipmentIds: readonly string[], before: Date) => Promise<string[]>

const idsSchema = z.array(z.string())
const sizeSchema = z.int().nullable()
const jobsSchema = z.array(z.object({ seq: z.int(), updatedAt: z.string(), sha256: z.string() }))

/**
 * Deletes bytes that are no longer needed here; the rows of labels and jobs stay, with the time of the deletion.
 * Bytes are shared by their hash: they are deleted when the last label, job or manifest that holds them has released
 * them. Each slice is one transaction, so a kill between any two leaves a whole ledger, and the next round continues.
 */
export function labelBytes(db: SqliteDatabase, clock: Clock) {
  /** To be called inside a transaction. */
  function release(sha256: string): Slice {
    const size = sizeSchema.parse(
      statement(
        db,
        `SELECT length(bytes) FROM document_bytes d WHERE sha256 = ? AND length(bytes) > 0
           AND NOT EXISTS (SELECT 1 FROM label l WHERE l.sha256 = d.sha256 AND l.let_go_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM print_job j WHERE j.sha256 = d.sha256 AND j.let_go_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM manifest m WHERE m.sha256 = d.sha256)`,
      )
        .pluck()
        .get(sha256) ?? null,
    )
    if (size === null) return { count: 0, bytes: 0 }
    statement(db, `UPDATE document_bytes SET bytes = x'' WHERE sha256 = ?`).run(sha256)
    return { count: 1, bytes: size }
  }

  /** Printed since, or about to be: the packer who has it may want it again. */
  const isInUse = (shipmentId: string, before: string): boolean =>
    statement(
      db,
      `SELECT 1 FROM print_job WHERE shipment_id = ? AND (updated_at >= ? OR ${IS_ON_ITS_WAY}) LIMIT 1`,
    ).get(shipmentId, before) !== undefined

  function letGoOfLabels(environment: string, shipmentId: string): Slice {
    const held = idsSchema.parse(
      statement(
        db,
        `UPDATE label SET let_go_at = ? WHERE environment = ? AND shipment_id = ? AND let_go_at IS NULL RETURNING sha256`,
      )
        .pluck()
        .all(clock.now().toISOString(), environment, shipmentId),
    )
    return sumOf([...new Set(held)].map(release))
  }

  const sizeOfLabels = (environment: string, shipmentId: string): Slice => ({
    count: z
      .int()
      .parse(
        statement(
          db,
          'SELECT count(DISTINCT sha256) FROM label WHERE environment = ? AND shipment_id = ? AND let_go_at IS NULL',
        )
          .pluck()
          .get(environment, shipmentId),
      ),
    bytes: z.int().parse(
      statement(
        db,
        `SELECT coalesce(sum(length(bytes)), 0) FROM document_bytes WHERE sha256 IN (
           SELECT sha256 FROM label WHERE environment = ? AND shipment_id = ? AND let_go_at IS NULL)`,
      )
        .pluck()
        .get(environment, shipmentId),
    ),
  })

  /** Labels of shipments of this service that ended before that moment, and were not printed since. */
  async function* labels(
    { before, isDry }: Sweep,
    environment: string,
    endedBefore: EndedBefore,
  ): AsyncGenerator<Slice> {
    const limit = before.toISOString()
    for (let last = ''; ;) {
      const next = idsSchema.parse(
        statement(
          db,
          `SELECT DISTINCT shipment_id FROM label INDEXED BY label_kept
           WHERE let_go_at IS NULL AND environment = ? AND shipment_id > ? ORDER BY shipment_id LIMIT ${ROWS}`,
        )
          .pluck()
          .all(environment, last),
      )
      const ended = await endedBefore(environment, next, before)
      const due = () => ended.filter((shipmentId) => !isInUse(shipmentId, limit))
      if (isDry) yield sumOf(due().map((shipmentId) => sizeOfLabels(environment, shipmentId)))
      else if (ended.length === 0) yield { count: 0, bytes: 0 }
      else yield await inTransaction(db, () => sumOf(due().map((shipmentId) => letGoOfLabels(environment, shipmentId))))
      const end = next.at(-1)
      if (end === undefined || next.length < ROWS) return
      last = end
    }
  }

  /** Jobs that ended before that moment; one that is on its way keeps its bytes, however old it is. */
  async function* jobs({ before, isDry }: Sweep): AsyncGenerator<Slice> {
    const limit = before.toISOString()
    for (let at = '', seq = 0; ;) {
      const next = jobsSchema.parse(
        statement(
          db,
          `SELECT seq, updated_at AS updatedAt, sha256 FROM print_job INDEXED BY print_job_kept
           WHERE let_go_at IS NULL AND updated_at < ? AND (updated_at, seq) > (?, ?) AND NOT (${IS_ON_ITS_WAY})
           ORDER BY updated_at, seq LIMIT ${ROWS}`,
        ).all(limit, at, seq),
      )
      if (isDry) yield sumOf(next.map((job) => sizeOfJob(job)))
      else if (next.length === 0) yield { count: 0, bytes: 0 }
      else yield await inTransaction(db, () => sumOf(next.map((job) => letGoOfJob(job, limit))))
      const end = next.at(-1)
      if (end === undefined || next.length < ROWS) return
      at = end.updatedAt
      seq = end.seq
    }
  }

  /** It is checked again: it may have moved since it was read. */
  function letGoOfJob({ seq, sha256 }: { seq: number; sha256: string }, before: string): Slice {
    const { changes } = statement(
      db,
      `UPDATE print_job SET let_go_at = ? WHERE seq = ? AND updated_at < ? AND NOT (${IS_ON_ITS_WAY})`,
    ).run(clock.now().toISOString(), seq, before)
    return changes === 0 ? { count: 0, bytes: 0 } : release(sha256)
  }

  /** What a label holds as well is counted with the label, what a later job holds with that one. */
  function sizeOfJob({ seq, sha256 }: { seq: number; sha256: string }): Slice {
    const size = sizeSchema.parse(
      statement(
        db,
        `SELECT length(bytes) FROM document_bytes d WHERE sha256 = @sha256 AND length(bytes) > 0
           AND NOT EXISTS (SELECT 1 FROM label l WHERE l.sha256 = d.sha256 AND l.let_go_at IS NULL)
           AND NOT EXISTS (SELECT 1 FROM print_job j WHERE j.sha256 = d.sha256 AND j.let_go_at IS NULL AND j.seq > @seq)
           AND NOT EXISTS (SELECT 1 FROM manifest m WHERE m.sha256 = d.sha256)`,
      )
        .pluck()
        .get({ sha256, seq }) ?? null,
    )
    return size === null ? { count: 0, bytes: 0 } : { count: 1, bytes: size }
  }

  /** What an archive holds of a year: labels and ended jobs of its shipments. `holds`: is it seen in there? */
  async function* archived(
    { year, firstSeq, lastSeq }: ArchivedYear,
    holds: (sha256: string) => boolean,
  ): AsyncGenerator<Slice> {
    for (let last = firstSeq - 1; ;) {
      const next = archivedSchema.parse(
        statement(
          db,
          `SELECT seq, environment, shipment_id AS shipmentId, created_at AS bookedAt FROM booking
           WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${ROWS}`,
        ).all(last, lastSeq),
      )
      const ofYear = next.filter(({ bookedAt }) => bookedAt.startsWith(`${year}-`))
      yield await inTransaction(db, () => sumOf(ofYear.map((booking) => letGoOfArchived(booking, holds))))
      const end = next.at(-1)
      if (end === undefined || next.length < ROWS) return
      last = end.seq
    }
  }

  /** One job on its way keeps all of a shipment here. */
  function letGoOfArchived(
    { environment, shipmentId }: { environment: string; shipmentId: string | null },
    holds: (sha256: string) => boolean,
  ): Slice {
    if (shipmentId === null || isInUse(shipmentId, FOR_EVER)) return { count: 0, bytes: 0 }
    const labelHashes = idsSchema.parse(
      statement(db, 'SELECT sha256 FROM label WHERE environment = ? AND shipment_id = ? AND let_go_at IS NULL')
        .pluck()
        .all(environment, shipmentId),
    )
    const isAllIn = labelHashes.every(holds)
    const labels = isAllIn && labelHashes.length > 0 ? letGoOfLabels(environment, shipmentId) : { count: 0, bytes: 0 }
    const jobs = jobsSchema
      .parse(
        statement(
          db,
          `SELECT seq, updated_at AS updatedAt, sha256 FROM print_job
           WHERE shipment_id = ? AND let_go_at IS NULL AND NOT (${IS_ON_ITS_WAY})`,
        ).all(shipmentId),
      )
      .filter(({ sha256 }) => holds(sha256))
      .map((job) => letGoOfJob(job, FOR_EVER))
    return sumOf([labels, ...jobs])
  }

  const endedJobs = (where: 'shipment_id' | 'sha256', value: string) =>
    jobsSchema
      .parse(
        statement(
          db,
          `SELECT seq, updated_at AS updatedAt, sha256 FROM print_job
           WHERE ${where} = ? AND let_go_at IS NULL AND NOT (${IS_ON_ITS_WAY})`,
        ).all(value),
      )
      .map((job) => letGoOfJob(job, FOR_EVER))

  /** Labels and ended jobs of one shipment, whatever their age. To be called inside a transaction. */
  const ofShipment = (environment: string, shipmentId: string): Slice =>
    sumOf([letGoOfLabels(environment, shipmentId), ...endedJobs('shipment_id', shipmentId)])

  /**
   * All holders of these bytes release them, but for manifests and jobs on their way. To be called inside a
   * transaction.
   */
  function ofHash(sha256: string): Slice {
    statement(db, 'UPDATE label SET let_go_at = ? WHERE sha256 = ? AND let_go_at IS NULL').run(
      clock.now().toISOString(),
      sha256,
    )
    return sumOf([...endedJobs('sha256', sha256), release(sha256)])
  }

  return { labels, jobs, archived, ofShipment, ofHash }
}

/** Behind every time that a row may have. */
const FOR_EVER = '9999'
interface ArchivedYear {
  year: number
  firstSeq: number
  lastSeq: number
}
export type LabelBytes = ReturnType<typeof labelBytes>
export type ArchivedBytes = ReturnType<typeof labelBytes>['archived']
const archivedSchema = z.array(
  z.object({ seq: z.int(), environment: z.string(), shipmentId: z.string().nullable(), bookedAt: z.string() }),
)

const sumOf = (slices: readonly Slice[]): Slice =>
  slices.reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes }), {
    count: 0,
    bytes: 0,
  })
