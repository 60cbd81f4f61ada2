import { closeSync, fdatasyncSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setRollbackMode } from '../increments/cut-file.ts'

/**
 * `copy.child FROM TO`: copies a ledger's file, in a process of its own: opening the file in the station's would drop
 * the locks that SQLite holds there. It pauses as long as it works, so that printing and booking continue meanwhile.
 */
const BLOCK = 1024 * 1024
/**
 * SQLite locks these bytes and uses nothing of their page (SQLite, "The Lock-Byte Page"); on Windows they cannot be read. The pages
 * behind it are as any other.
 */
const LOCKED_AT = 0x40000000
const LOCKED_BYTES = 512

process.once('disconnect', () => process.exit(1))
const [from = '', to = ''] = process.argv.slice(2)
const source = openSync(from, 'r')
const target = openSync(to, 'w', 0o600)
const block = Buffer.alloc(BLOCK)
for (let at = 0, { size } = fstatSync(source); at < size;) {
  const startedAt = performance.now()
  if (at === LOCKED_AT && process.platform === 'win32') at += LOCKED_BYTES
  const read = readSync(source, block, 0, Math.min(BLOCK, at < LOCKED_AT ? LOCKED_AT - at : BLOCK), at)
  if (read === 0) break
  writeSync(target, block, 0, read, at)
  // Block by block: a commit of the station would have to wait for all that was put off.
  fdatasyncSync(target)
  at += read
  await sleep(performance.now() - startedAt)
}
setRollbackMode(target)
fsyncSync(target)
closeSync(target)
closeSync(source)
process.stdout.write('copied\n')
process.exit(0)
