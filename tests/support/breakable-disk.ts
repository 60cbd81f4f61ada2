import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder on an ext4 file system of its own that can lose its power. */
export interface BreakableDisk {
  dir: string
  /** From here on every read and write fails with EIO; what was not synced never reaches the disk. */
  cutPower(): void
  /** Every write fails from here on; what is there can be read. Files that are open for writing do not keep it from that. */
  makeReadOnly(): void
  /** Mounts it anew, as it is on the disk. Nothing may have a file of it open. */
  restore(): void
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (fs/ext4/ext4.h): neither data nor journal are written. */
const SHUT_DOWN = `open(F, '<', $ARGV[0]) or die $!; my $how = pack('L', 2); ioctl(F, 0x8004587d, $how) or die $!`

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })

/** Null where this process may not mount, or there are no loop devices. Removed when the test ends. */
export function mountBreakableDisk(): BreakableDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const root = mkdtempSync(join(tmpdir(), 'waybill-power-'))
  const image = join(root, 'image')
  const dir = join(root, 'disk')
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, dir)
  try {
    run('dd', 'if=/dev/zero', `of=${image}`, 'bs=1M', 'count=64')
    run('mkfs.ext4', '-q', image)
    mkdirSync(dir)
    mount()
  } catch {
    rmSync(root, { recursive: true, force: true })
    return null
  }
  onTestFinished(() => {
    run('umount', '-l', dir)
    rmSync(root, { recursive: true, force: true })
  })
  return {
    dir,
    cutPower: () => run('perl', '-e', SHUT_DOWN, dir),
    makeReadOnly: () => run('mount', '-o', 'remount,abort', dir),
    restore: () => {
      run('umount', dir)
      mount()
    },
  }
}
