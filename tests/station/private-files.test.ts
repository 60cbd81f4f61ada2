import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectControl } from '../../src-main/control/client.ts'
import { keepPrivate, windowsAccess } from '../../src-main/app/private-files.ts'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { tempDir } from '../support/temp-dir.ts'
import { programOf } from '../support/program.ts'
import { until } from '../support/until.ts'

const isWindows = process.platform === 'win32'
const NOBODY = 65_534

/** Every folder and file with its mode, links left out. */
function modesIn(dir: string, under = ''): Record<string, number> {
  const modes: Record<string, number> = { [under || '.']: lstatSync(join(dir, under)).mode & 0o777 }
  for (const entry of readdirSync(join(dir, under), { withFileTypes: true })) {
    const name = join(under, entry.name)
    if (entry.isDirectory()) Object.assign(modes, modesIn(dir, name))
    else if (!entry.isSymbolicLink()) modes[name] = lstatSync(join(dir, name)).mode & 0o777
  }
  return modes
}

/** Whose right goes beyond the user's own. */
function openToOthers(dir: string): string[] {
  return Object.entries(modesIn(dir))
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([name, mode]) => `${name} ${mode.toString(8)}`)
}

describe.skipIf(isWindows)('a data folder that others could read', () => {
  it('is closed with everything in it, and what it links to is left alone', async () => {
    const parent = tempDir()
    const dir = join(parent, 'data')
    mkdirSync(join(dir, 'backups', 'deep'), { recursive: true })
    for (const name of ['ledger.db', 'ledger.db-wal', 'backups/a.db', 'backups/deep/b', 'program.sh']) {
      writeFileSync(join(dir, name), name, { mode: 0o644 })
    }
    chmodSync(join(dir, 'program.sh'), 0o755)
    chmodSync(join(dir, 'backups', 'a.db'), 0o444)
    chmodSync(dir, 0o777)
    const outside = join(parent, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'theirs'), 'theirs')
    chmodSync(join(outside, 'theirs'), 0o644)
    symlinkSync(outside, join(dir, 'link'))
    symlinkSync(join(outside, 'theirs'), join(dir, 'link.db'))
    const server = createServer().listen(join(dir, 'control.sock'))
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    chmodSync(join(dir, 'control.sock'), 0o666)

    expect(await keepPrivate(dir)).toBeNull()
    expect(modesIn(dir)).toEqual({
      '.': 0o700,
      backups: 0o700,
      'backups/deep': 0o700,
      'backups/deep/b': 0o600,
      // Its user made it read-only: it stays so.
      'backups/a.db': 0o400,
      'control.sock': 0o600,
      'ledger.db': 0o600,
      'ledger.db-wal': 0o600,
      'program.sh': 0o600,
    })
    expect(modesIn(outside)).toEqual({ '.': 0o755, theirs: 0o644 })
  })

  it('is made closed, whatever the user’s own habit is', async () => {
    const dir = join(tempDir(), 'new', 'data')
    expect(await keepPrivate(dir)).toBeNull()
    expect(lstatSync(dir).mode & 0o777).toBe(0o700)
  })

  it('that cannot be closed is told, and nothing is thrown', async () => {
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    expect((await keepPrivate(join(file, 'data')))?.toData()).toMatchObject({
      code: 'DATA_NOT_PRIVATE',
      message: expect.stringContaining('cannot be protected from other users of this computer (ENOTDIR)'),
      details: { path: join(file, 'data'), reason: 'ENOTDIR', count: 1 },
    })
    if (process.platform === 'linux') {
      expect((await keepPrivate('/proc/self'))?.toData()).toMatchObject({ code: 'DATA_NOT_PRIVATE' })
    }
  })
})

describe('on Windows', () => {
  it('the folder and what will be in it is for this user and the system alone', () => {
    expect(windowsAccess('C:\\Data', 'DOCK\\ana')).toEqual([
      'C:\\Data',
      '/inheritance:r',
      '/grant:r',
      'DOCK\\ana:(OI)(CI)F',
      '/grant:r',
      '*S-1-5-18:(OI)(CI)F',
      '/Q',
    ])
  })
})

/** The browser shell as a person starts it whose files are usually readable for all. */
async function startWaybill(dataDir: string): Promise<{ run: RunCommand; end(): Promise<void> }> {
  const entry = programOf('src-main/shell/browser/main.ts')
  const child = spawn(
    '/bin/sh',
    ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, entry, '--no-open', '--data', dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!said.includes('Press Ctrl-C')) {
    if (child.exitCode !== null) throw new Error('Waybill ended early')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const remote = await connectControl(dataDir)
  if (remote === null) throw new Error('nobody answers at the control socket')
  return {
    run: runCommandOf(remote),
    end: async () => {
      remote.close()
      child.kill('SIGTERM')
      await ended
    },
  }
}

describe.skipIf(isWindows)('a day’s work', () => {
  it(
    'leaves nothing that another user of the machine can read, and an older day’s files are closed at the next start',
    { timeout: 240_000 },
    async () => {
      const parent = tempDir()
      chmodSync(parent, 0o755)
      const dataDir = join(parent, 'data')
      const first = await startWaybill(dataDir)
      const { run } = first
      const quote = await run(
        'quotes.request',
        palletsToChicago({
          destinationAddress: { ...palletsToChicago().destinationAddress, companyName: 'Very Private Consignee' },
        }),
      )
      const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference: 'PO-PRIVATE' }))
      await until('the booking', async () =>
        (await run('bookings.get', { bookingId })).state === 'BOOKED' ? true : null,
      )
      await until('its label', async () => {
        const scan = await run('pack.scan', { code: 'PO-PRIVATE' })
        expect(['printing', 'no-label']).toContain(scan.kind)
        return scan.kind === 'printing' ? scan : null
      })
      await run('maintenance.backUp', {})
      await run('shipments.exportCsv', { path: join(dataDir, 'exports', 'today.csv') })
      const batch = await run('batches.begin', { name: 'orders.csv' })
      const base64 = Buffer.from('reference,city\nPO-1,Chicago\n').toString('base64')
      await run('batches.append', { batchId: batch.batchId, index: 0, base64 })

      const modes = modesIn(dataDir)
      for (const name of [
        'ledger.db',
        'ledger.db-wal',
        'cache.db',
        'control.sock',
        'embedded/sandbox.db',
        'exports/today.csv',
        `batches/${batch.batchId}.csv`,
      ]) {
        expect(Object.keys(modes)).toContain(name)
      }
      expect(Object.keys(modes).filter((name) => /^backups\/.*\.db$/.test(name)).length).toBeGreaterThan(0)
      expect(openToOthers(dataDir)).toEqual([])
      await first.end()
      expect(openToOthers(dataDir)).toEqual([])

      // As an older Waybill left it.
      for (const [name, mode] of Object.entries(modesIn(dataDir)))
        chmodSync(join(dataDir, name), mode === 0o700 ? 0o755 : 0o644)
      expect(openToOthers(dataDir)).not.toEqual([])
      const second = await startWaybill(dataDir)
      expect(openToOthers(dataDir)).toEqual([])
      await second.end()
    },
  )
})

describe.skipIf(process.getuid?.() !== 0)(
  'another user of the machine (tried as root only, who can become one)',
  () => {
    it('reads no file of the folder, lists none, and cannot talk to the socket', async () => {
      const parent = tempDir()
      chmodSync(parent, 0o755)
      const dataDir = join(parent, 'data')
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'ledger.db'), 'Very Private Consignee')
      chmodSync(join(dataDir, 'ledger.db'), 0o644)
      const server = createServer((socket) => socket.end('hello')).listen(join(dataDir, 'control.sock'))
      onTestFinished(() => void server.close())
      await new Promise((resolve) => server.once('listening', resolve))
      chmodSync(join(dataDir, 'control.sock'), 0o777)

      const asNobody = (script: string) =>
        spawnSync('/bin/sh', ['-c', script], { uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: '/' })
      // Nobody sees it all while the folder is as it would be without help.
      expect(asNobody(`cat ${dataDir}/ledger.db`).stdout).toContain('Very Private Consignee')
      expect(await keepPrivate(dataDir)).toBeNull()
      expect(readFileSync(join(dataDir, 'ledger.db'), 'utf8')).toContain('Very Private Consignee')
      for (const script of [
        `cat ${dataDir}/ledger.db`,
        `ls ${dataDir}`,
        `cat ${dataDir}/*`,
        `test -S ${dataDir}/control.sock`,
      ]) {
        const { status, stdout } = asNobody(script)
        expect(status, script).not.toBe(0)
        expect(stdout, script).toBe('')
      }
    })
  },
)
