import { basename, join } from 'node:path'
import { StationError } from '../../../src-shared/station/error.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { backupsIn } from './backups.rows.ts'
import type { LedgerBackup } from './retention.ts'
import { inspectCopy } from '../increments/backup-chain.ts'
import type { LedgerFacts } from './inspect.rows.ts'
import { inspectWhole } from './inspections.ts'
import { readWatermark, type Watermark } from './watermark-file.ts'
import { PUT_ASIDE_NAME, type LedgerPlace } from './place.ts'

/** The evidence in a data folder that there was a ledger. */
export interface Leftovers {
  watermark: Watermark | null
  backups: LedgerBackup[]
  /** File names of ledgers that were set aside, oldest first. */
  putAside: string[]
  /** A journal without the file that it belongs to. */
  hasJournalAlone: boolean
}

export function leftoversIn(place: LedgerPlace, files: StoreFiles): Leftovers {
  const isThere = (files.size(place.file) ?? 0) > 0
  return {
    watermark: readWatermark(files, place.watermark),
    backups: backupsIn(files, place.backupDir),
    putAside: files
      .list(place.dataDir)
      .filter((name) => PUT_ASIDE_NAME.test(name))
      .sort((a, b) => (stampOf(a) < stampOf(b) ? -1 : 1)),
    hasJournalAlone: !isThere && (files.size(`${place.file}-wal`) ?? 0) > 0,
  }
}

export const hasLeftovers = ({ watermark: watermark, backups, putAside, hasJournalAlone }: Leftovers): boolean =>
  watermark !== null || backups.length > 0 || putAside.length > 0 || hasJournalAlone

/** A file that can take the ledger's place, looked through whole. */
export interface Candidate {
  path: string
  name: string
  at: string
  facts: Extract<LedgerFacts, { isSound: true }>
}

/** Why a file was not taken. */
export interface PassedOver {
  name: string
  reason: string
  detail: string
}

/**
 * The sound backup of the ledger with the furthest position, and the unsound ones beyond it. `only` names the wanted
 * one; it may also be a ledger that was set aside.
 */
export async function bestCandidate(
  place: LedgerPlace,
  { backups, putAside }: Leftovers,
  only?: string,
): Promise<{ best: Candidate | null; passedOver: PassedOver[] }> {
  const known = [
    ...backups.map(({ name, at }) => ({ name, at, path: join(place.backupDir, name) })),
    ...(only === undefined
      ? []
      : putAside.map((name) => ({ name, at: stampOf(name), path: join(place.dataDir, name) }))),
  ].filter(({ name }) => only === undefined || name === only)
  const inOrder = known
    .map((one, index) => ({ ...one, index, reach: reachOf(inspectCopy(one.path, { pages: false })) }))
    .sort((a, b) => b.reach - a.reach || a.index - b.index)
  const passedOver: PassedOver[] = []
  for (const { name, at, path } of inOrder) {
    const facts = await inspectWhole(path)
    if (facts.isSound) return { best: { name, at, path, facts }, passedOver }
    passedOver.push({ name, reason: facts.reason, detail: facts.detail })
  }
  return { best: null, passedOver }
}

/** A file that cannot be read is checked first: if it was skipped, that is reported. */
function reachOf(facts: LedgerFacts): number {
  return facts.isSound ? (facts.position ?? -1) : Infinity
}

/** The furthest position that the watermark or a backup's name records. */
export const furthestPosition = ({ watermark: watermark, backups }: Leftovers): number =>
  Math.max(watermark?.position ?? 0, ...backups.map(({ position }) => position ?? 0))

/**
 * There was a ledger, and nothing can take its place automatically. Nothing was moved or made: a person decides.
 */
export function ledgerMissing(
  place: LedgerPlace,
  { watermark: watermark, putAside }: Leftovers,
  { why, passedOver }: { why: string; passedOver: readonly PassedOver[] },
): StationError {
  const held = watermark
    ? `held a ledger with ${watermark.bookings} bookings until ${watermark.at}`
    : 'held a ledger once'
  const backups =
    passedOver.length === 0
      ? 'There is no backup.'
      : `Backups: ${passedOver.map(({ name, detail }) => `${name} (${detail})`).join('; ')}.`
  const aside = putAside.length === 0 ? '' : ` Set aside earlier: ${putAside.join(', ')}.`
  return new StationError({
    code: 'LEDGER_MISSING',
    message:
      `The folder ${place.dataDir} ${held}; ${why}. Nothing was moved, and no new ledger was made. ${backups}${aside} ` +
      `Put ${basename(place.file)} or a good backup back and start again; or start with --restore-ledger NAME to use one of ` +
      `these files instead, or with --new-ledger for an empty ledger (earlier bookings are then only at the service).`,
    details: {
      dataDir: place.dataDir,
      why,
      bookings: watermark?.bookings ?? null,
      until: watermark?.at ?? null,
      backups: passedOver,
      putAside,
    },
  })
}

/** `ledger.db.replaced-2026-11-21T10-00-00-000Z` -> its time. */
function stampOf(name: string): string {
  const [, day = '', hours, minutes, seconds, ms] =
    /(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-\d+)?$/.exec(name) ?? []
  return `${day}T${hours}:${minutes}:${seconds}.${ms}Z`
}
