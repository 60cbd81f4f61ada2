import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files on a RAM disk, as a process leaves them. A kill takes nothing that was written; a power cut takes the tail of what
 * was not synced: the last commits of databases that run with synchronous = NORMAL. The ledger runs with FULL and keeps all.
 *
 * Choice: copy database and journal at the moment of the kill, and cut the copy's journal at a commit frame.
 * Why: 3 to 13 ms for a ledger of some megabytes, where a copy at each commit would cost as much as a hundred commits.
 * Trade-off: a kill falls between two events of the world, never between two pages of one commit.
 */
export class Disk {
  readonly #root: string
  #lives = 0

  constructor(root: string) {
    this.#root = root
  }

  /** The first folder of something. */
  make(name: string): string {
    const dir = join(this.#root, `${name}-${(this.#lives += 1)}`)
    mkdirSync(dir, { recursive: true })
    return dir
  }

  /** What stands on the disk when the process is gone. The old folder belongs to the dead, who may still close its files. */
  afterKill(dir: string, name: string): string {
    const next = this.make(name)
    cpSync(dir, next, { recursive: true })
    return next
  }

  /** The same after the power went: `lost` commits of each of these databases never reached the disk. */
  afterPowerCut(dir: string, name: string, lost: Readonly<Record<string, number>>): string {
    const next = this.afterKill(dir, name)
    for (const [file, commits] of Object.entries(lost)) cutJournal(join(next, `${file}-wal`), commits)
    return next
  }

  remove(dir: string): void {
    rmSync(dir, { recursive: true, force: true })
  }
}

const HEADER = 32
const FRAME_HEADER = 24

/** Takes the last `commits` transactions off a write-ahead log (sqlite.org/fileformat2.html, "The Write-Ahead Log"). */
function cutJournal(file: string, commits: number): void {
  if (!existsSync(file)) return
  const bytes = readFileSync(file)
  if (bytes.length < HEADER) return
  const frameBytes = FRAME_HEADER + bytes.readUInt32BE(8)
  const salts = bytes.subarray(16, 24)
  /** Where each commit ends. */
  const ends = [HEADER]
  for (let at = HEADER; at + frameBytes <= bytes.length; at += frameBytes) {
    // Frames behind another salt are left over from before the last checkpoint.
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break
    if (bytes.readUInt32BE(at + 4) !== 0) ends.push(at + frameBytes)
  }
  truncateSync(file, ends[Math.max(0, ends.length - 1 - commits)] ?? HEADER)
}
