import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildApart } from './build.ts'
import { electronProgram } from './electron-program.ts'
import { projectRoot } from './project.ts'
import { runProgram } from './run-electron.ts'

const USAGE = `npm start -- [--electron | --browser] [--data DIR] [--port N] [--no-open] [--restore-ledger NAME | --new-ledger]

Builds what has changed and opens the app, in Electron where that can be had, else in the browser.
  --electron  try again now to fetch Electron's program
  --browser   open in the browser
Everything else is passed on; "npx waybill --help" explains the command line.`

const OWN_FLAGS = ['--electron', '--browser']
const flags = process.argv.slice(2)
const passedOn = flags.filter((flag) => !OWN_FLAGS.includes(flag))

/** Why Electron cannot be used; null when it was used, and has ended. */
async function runElectron(): Promise<string | null> {
  const obstacle = noWindowHere()
  if (obstacle !== null) return obstacle
  const program = await electronProgram(flags.includes('--electron'))
  if ('reason' in program) return `Electron's program could not be fetched (${program.reason})`

  const end = await runProgram(program.path, [projectRoot, ...passedOn])
  if (end.kind === 'unusable') return `Electron does not run here (${end.reason})`
  if (end.said !== null) console.error(end.said)
  process.exitCode = end.exitCode
  return null
}

function noWindowHere(): string | null {
  if (process.platform !== 'linux') return null
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'There is no display'
  if (process.getuid?.() === 0) return "Electron's sandbox does not work for root"
  return null
}

if (flags.includes('--help') || flags.includes('-h')) {
  console.log(USAGE)
  process.exit(0)
}
if (!(await buildApart())) process.exit(1)
const obstacle = flags.includes('--browser') ? '' : await runElectron()
if (obstacle !== null) {
  if (obstacle !== '') console.log(`${obstacle}; opening Waybill in the browser instead.`)
  process.argv = [process.execPath, 'waybill', ...passedOn]
  await import(pathToFileURL(join(projectRoot, 'out', 'src-main', 'shell', 'browser', 'main.js')).href)
}
