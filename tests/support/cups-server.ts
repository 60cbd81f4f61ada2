import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { IppServer } from '../../src-main/printing/transports/ipp-client.ts'
import { listQueues } from '../../src-main/printing/transports/cups.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const PROGRAMS = ['/usr/sbin/cupsd', '/usr/sbin/lpadmin', '/usr/bin/lp']

/** Whether a spooler of our own can be started here: CUPS is there, and we may run it. */
export const hasCups = PROGRAMS.every((program) => existsSync(program)) && process.getuid?.() === 0

/** A spooler of its own, with its own files, on loopback. */
export interface CupsServer {
  server: IppServer
  /** For `lp -h`. */
  address: string
  addQueue(name: string, deviceUri: string): Promise<void>
  /** As a person does: it takes jobs and passes none on. */
  stopQueue(name: string): Promise<void>
  close(): Promise<void>
}

const SYSTEM_BACKENDS = '/usr/lib/cups'

/**
 * CUPS's own programs, and a backend `counted:/PAGES` that stands in for one that reads the printer's count while it sends:
 * it takes everything and tells so many pages, in the words of CUPS's backends.
 */
function addBackends(dir: string): void {
  mkdirSync(join(dir, 'backend'), { recursive: true, mode: 0o755 })
  for (const name of readdirSync(SYSTEM_BACKENDS)) {
    if (name !== 'backend') symlinkSync(join(SYSTEM_BACKENDS, name), join(dir, name))
  }
  for (const name of readdirSync(join(SYSTEM_BACKENDS, 'backend'))) {
    symlinkSync(join(SYSTEM_BACKENDS, 'backend', name), join(dir, 'backend', name))
  }
  const counted = join(dir, 'backend', 'counted')
  writeFileSync(
    counted,
    '#!/bin/sh\n[ $# -eq 0 ] && exit 0\ncat "${6:--}" > /dev/null\necho "PAGE: total ${DEVICE_URI##*/}" >&2\n',
  )
  chmodSync(counted, 0o755)
}

/** @param settings more lines of `cupsd.conf` */
export async function startCups(settings = ''): Promise<CupsServer> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-cups-'))
  chmodSync(dir, 0o755)
  const port = await freePort()
  const at = (name: string) => join(dir, name)
  for (const name of ['root', 'cache', 'state', 'spool', 'spool/tmp', 'log']) mkdirSync(at(name), { mode: 0o775 })
  addBackends(at('bin'))
  writeFileSync(
    at('cupsd.conf'),
    `Listen 127.0.0.1:${port}\nLogLevel warn\nBrowsing Off\nDefaultAuthType None\nMaxJobs 0\nPreserveJobFiles No\n${settings}\n` +
      '<Location />\nOrder allow,deny\nAllow all\n</Location>\n<Location /admin>\nOrder allow,deny\nAllow all\n</Location>\n' +
      '<Policy default>\nJobPrivateAccess all\nJobPrivateValues none\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n',
  )
  writeFileSync(
    at('cups-files.conf'),
    `ServerRoot ${at('root')}\nCacheDir ${at('cache')}\nStateDir ${at('state')}\nRequestRoot ${at('spool')}\n` +
      `ServerBin ${at('bin')}\nTempDir ${at('spool/tmp')}\nAccessLog ${at('log/access')}\nErrorLog ${at('log/error')}\nPageLog ${at('log/page')}\n` +
      'SystemGroup root\nFileDevice Yes\n',
  )
  const child = spawn('/usr/sbin/cupsd', ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')], {
    stdio: 'ignore',
  })
  const server = { host: '127.0.0.1', port }
  const address = `127.0.0.1:${port}`
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill()
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  for (let tries = 0; (await listQueues(server)) === null; tries += 1) {
    if (tries > 100 || child.exitCode !== null) {
      await close()
      throw new Error('cupsd did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    server,
    address,
    close,
    addQueue: async (name, deviceUri) => {
      await run('/usr/sbin/lpadmin', ['-h', address, '-p', name, '-E', '-v', deviceUri, '-m', 'raw'])
    },
    stopQueue: async (name) => {
      await run('/usr/sbin/cupsdisable', ['-h', address, name])
    },
  }
}
