// Finds or installs a Chromium for the end-to-end tests. Plain Node.js: runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_WITHIN_MS = 10 * 60_000
const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'chrome']

/** The path of a Chrome, Chromium or Edge that is there already; null when there is none. */
export function findBrowser(platform = process.platform, environment = process.env) {
  return candidates(platform, environment).find((path) => existsSync(path)) ?? null
}

function candidates(platform, environment) {
  switch (platform) {
    case 'darwin':
      return [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      ]
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((name) => environment[name])
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Chromium', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ])
    default:
      return (environment.PATH ?? '')
        .split(delimiter)
        .filter((folder) => folder !== '')
        .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  }
}

/** Installs one: Playwright's, or Debian's when that cannot be had. Its path; null when neither could. */
export function installBrowser(root) {
  return installPlaywrightBrowser(root) ?? installDebianBrowser()
}

function installPlaywrightBrowser(root) {
  console.log("Setting up: fetching Playwright's Chromium for the end-to-end tests ...")
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  const { status } = run(process.execPath, [cli, 'install', 'chromium'])
  if (status !== 0) return null
  const ask = "import { chromium } from 'playwright-core'; console.log(chromium.executablePath())"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', ask], { cwd: root, encoding: 'utf8' })
  const path = stdout.trim()
  return existsSync(path) ? path : null
}

function installDebianBrowser() {
  if (process.getuid?.() !== 0 || !isDebian()) return null
  console.log("Setting up: installing Debian's Chromium for the end-to-end tests ...")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update'], environment)
  run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], environment)
  return findBrowser()
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function run(program, args, env = process.env) {
  return spawnSync(program, args, { env, stdio: 'ignore', timeout: INSTALL_WITHIN_MS })
}
