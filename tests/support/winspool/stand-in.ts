import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WinspoolLibraries } from '../../../src-main/printing/transports/winspool/libraries.ts'

const COMPILER = '/usr/bin/cc'

/** Whether a library that stands in for Windows' own can be made here. */
export const hasCompiler = existsSync(COMPILER)

/** Functions with the names of Windows', in a library that is called as Windows' is. */
export interface WinspoolStandIn {
  libraries: WinspoolLibraries
  /** What the queue has taken since it was last asked. */
  taken(): Buffer
  close(): void
}

export function winspoolStandIn(): WinspoolStandIn {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-winspool-'))
  const library = join(folder, 'winspool.so')
  execFileSync(COMPILER, ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'stand-in.c')])
  const spool = join(folder, 'spool')
  process.env['STAND_IN_SPOOL'] = spool
  return {
    libraries: { spooler: library, kernel: library },
    taken: () => {
      const bytes = existsSync(spool) ? readFileSync(spool) : Buffer.alloc(0)
      rmSync(spool, { force: true })
      return bytes
    },
    close: () => {
      delete process.env['STAND_IN_SPOOL']
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
