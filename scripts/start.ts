import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApart } from './build.ts'
import { electronProgram } from './electron-program.ts'
import { projectRoot } from './project.ts'

/**
 * `npm start`: builds what has changed and opens the app, in Electron where that can be had, else in the browser.
 *   --electron  try again now to fetch Electron's program
 *   --browser   open in the browser
 * Everything else is passed on: --data DIR, --port N, --no-open, --restore-ledger NAME, --new-ledger.
 */

const OWN_FLAGS = ['--electron', '--browser']
/** What a program that cannot even load says: no such library, no permission, killed by its own checks. */
const UNUSABLE_EXIT_CODES = [126, 127, 132, 133, 134, 139]
const UNUSABLE_SIGNALS = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS']
/** An Electron that dies of itself so soon never showed a window. */
const START_MS = 15_000

const flags = process.argv.slice(2)
const passedOn = flags.filter((flag) => !OWN_FLAGS.includes(flag))

/** Why Electron cannot be used; null when it was used, and has ended. */
async function runElectron(): Promise<string | null> {
  const obstacle = noWindowHere()
  if (obstacle !== null) return obstacle
  const program = await electronProgram(flags.includes('--electron'))
  if ('reason' in program) return `Electron's program could not be fetched (${program.reason})`

  const start = performance.now()
  const child = spawn(program.path, [projectRoot, ...passedOn], { stdio: 'inherit' })
  // Ctrl-C reaches Electron as well, which closes the station; this process only waits for that.
  const passSignal = (signal: NodeJS.Signals) => child.kill(signal)
  process
    .on('SIGINT', () => undefined)
    .on('SIGTERM', passSignal)
    .on('SIGHUP', passSignal)
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once('error', reject).once('exit', (code, signal) => resolve({ code, signal }))
    },
  )
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP')

  const isUnusable = signal === null ? UNUSABLE_EXIT_CODES.includes(code ?? 0) : UNUSABLE_SIGNALS.includes(signal)
  if (isUnusable && performance.now() - start < START_MS)
    return `Electron does not run here (${signal ?? `code ${code}`})`
  process.exitCode = code ?? 1
  return null
}

function noWindowHere(): string | null {
  if (process.platform !== 'linux') return null
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'There is no display'
  if (process.getuid?.() === 0) return "Electron's sandbox does not work for root"
  return null
}

if (!buildApart()) process.exit(1)
const obstacle = flags.includes('--browser') ? '' : await runElectron()
if (obstacle !== null) {
  if (obstacle !== '') console.log(`${obstacle}; opening Waybill in the browser instead.`)
  process.argv = [process.execPath, 'waybill', ...passedOn]
  await import(pathToFileURL(join(projectRoot, 'out', 'src-main', 'shell', 'browser', 'main.js')).href)
}
