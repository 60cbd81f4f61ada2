// Sets up what a script needs, before anything is installed: runs on any Node.js from 20 on, with nothing but Node.js.
//   node scripts/setup.mjs                what Waybill is built with and runs with, again when package-lock.json has changed
//   node scripts/setup.mjs --development  also what checks, tests and packages it
//   node scripts/setup.mjs --browser      also a browser for the end-to-end tests
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, installBrowser } from './find-browser.mjs'

const OLDEST_NODE = 20
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const noteFile = join(root, 'node_modules', '.waybill-setup.json')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Earlier ones do not remove files on Windows whose path has letters beyond ASCII (nodejs/node issue 58759).
const isCurrent = major > 24 || (major === 24 && (process.platform !== 'win32' || minor >= 15))
if (major < OLDEST_NODE) {
  stop(`Waybill needs Node.js ${OLDEST_NODE} or newer; this is ${process.versions.node}. Get it at https://nodejs.org.`)
}

const note = readNote()
const packages = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
// What was fetched once stays: a start behind a test run takes nothing away.
const isForDevelopment = process.argv.includes('--development') || note.isForDevelopment === true
if (note.packages !== packages || note.isForDevelopment !== isForDevelopment) installPackages()
requireNode24()
const browser = process.argv.includes('--browser') ? readyBrowser(note.browser) : note.browser
writeFileSync(noteFile, `${JSON.stringify({ packages, isForDevelopment, browser }, null, 2)}\n`)

/** What the last setup did; an empty object when there was none. */
function readNote() {
  try {
    return JSON.parse(readFileSync(noteFile, 'utf8'))
  } catch {
    return {}
  }
}

function installPackages() {
  console.log('Setting up: installing packages (once, and when they change) ...')
  const windows = process.platform === 'win32'
  // Windows cannot delete a program that runs: there, an install that only changes what differs replaces a clean one.
  const runsFromPackages = process.execPath.startsWith(join(root, 'node_modules') + sep)
  const command = windows && runsFromPackages ? 'install' : 'ci'
  // Node.js 24 only where this one is older, or is the one that was brought.
  const workspaces = ['src-renderer', ...(!isCurrent || runsFromPackages ? ['tools/node'] : [])]
  const wanted = [
    '--include-workspace-root',
    ...workspaces.map((folder) => `--workspace=${folder}`),
    ...(isForDevelopment ? [] : ['--omit=dev']),
  ]
  const { status, stdout, stderr, error } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    [command, '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    { cwd: root, encoding: 'utf8', shell: windows, maxBuffer: 64 * 1024 * 1024 },
  )
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  stop(`The packages could not be installed${error ? `: ${error.message}` : ' (npm says why above)'}.`)
}

/** The scripts behind this one run on the Node.js that the packages bring, which npm puts first on the path. */
function requireNode24() {
  const directory = join(root, 'node_modules', 'node', 'bin')
  if (isCurrent || existsSync(join(directory, 'node')) || existsSync(join(directory, 'node.exe'))) return
  stop(
    'The packages were installed without their scripts, so Node.js 24 is missing. ' +
      'Allow install scripts (npm config set ignore-scripts false) and delete node_modules, or install Node.js 24.',
  )
}

/** A browser from the last time that is still there, or one that is found or installed now. */
function readyBrowser(known) {
  if (known?.executablePath && existsSync(known.executablePath)) return known
  const executablePath = findBrowser() ?? installBrowser(root)
  if (executablePath !== null) return { executablePath }
  console.log('No Chrome, Chromium or Edge was found or could be installed: the end-to-end tests will be skipped.')
  return { executablePath: null }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
