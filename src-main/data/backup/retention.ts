/** A file named as a copy of the ledger. Whether it is one is for `inspectLedgerFile` to check. */
export interface LedgerBackup {
  /** File name in the backup folder. */
  name: string
  /** `cut`: what changed since the copy before it. */
  kind: 'full' | 'cut'
  /** The full copy that an increment needs; null: of a full copy, and of an increment that cannot be read. */
  base: string | null
  /** ISO 8601 in UTC, by the computer's clock when it was made. */
  at: string
  bytes: number
  /** How far the ledger had come; null in a name of before positions were kept. */
  position: number | null
}

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_RETAINED = 30
const MONTHS_RETAINED = 12
/** However little room there is: the newest, and the one that is left when that proves unsound. */
const LEAST_FULL = 2

/**
 * Which copies are deleted. Full copies: the newest of each of 30 days and of each of 12 months stay, as far as all of them together
 * take no more than `mostBytes`; the last two stay in any case. Days are counted where there is a copy, and in the order of
 * positions, so that a clock change deletes nothing. Increments: of the newest full copy all, of another those that an
 * increment of the last 24 hours needs.
 * @param backups newest first, as `backupsIn` gives them
 */
export function whatGoes(backups: readonly LedgerBackup[], now: Date, mostBytes: number): LedgerBackup[] {
  const full = backups.filter(({ kind }) => kind === 'full')
  const stays = new Set<string>()
  const days = new Set<string>()
  const months = new Set<string>()
  let bytes = 0
  full.forEach(({ name, at, bytes: size }, index) => {
    const day = at.slice(0, 10)
    const month = at.slice(0, 7)
    const isOfDay = !days.has(day) && days.size < DAYS_RETAINED
    const isOfMonth = !months.has(month) && months.size < MONTHS_RETAINED
    const isWanted = (isOfDay || isOfMonth) && bytes + size <= mostBytes
    if (index >= LEAST_FULL && !isWanted) return
    days.add(day)
    months.add(month)
    bytes += size
    stays.add(name)
  })
  const increments = backups.filter(({ kind }) => kind === 'cut')
  const recent = increments.filter(({ at }) => Math.abs(now.getTime() - Date.parse(at)) <= DAY_MS)
  const bases = new Set([full[0]?.name, ...recent.map(({ base }) => base)])
  for (const { name, base } of increments) if (base !== null && bases.has(base)) stays.add(name)
  for (const base of bases) if (base !== undefined && base !== null) stays.add(base)
  return backups.filter(({ name }) => !stays.has(name))
}
