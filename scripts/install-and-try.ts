import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project.ts'
import { tryInstalled } from './try-installed.ts'
import { tryUpdate } from './try-update.ts'

/**
 * Installs what `npm run package` made for this system, tries it (`try-installed.ts`), and takes it off again; the records
 * stay. With a folder that holds the packages of an older version: has that one update itself to what was made
 * (`try-update.ts`). Changes the machine: for one that is thrown away.
 */

const dist = join(projectRoot, 'dist')

function made(ending: string, folder: string): string {
  // The site server's deb takes the place of the app's.
  const name = readdirSync(folder).find((file) => file.endsWith(ending) && !file.startsWith('waybill-site_'))
  if (name === undefined) throw new Error(`${folder} holds no ${ending}: npm run package comes first`)
  return join(folder, name)
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' })

/** Installs what the folder holds; gives the command that is on the PATH then, and how it is taken off. */
function install(folder = dist): { program: string[]; remove: () => unknown } {
  switch (process.platform) {
    case 'linux':
      run('sudo', 'apt-get', 'install', '--yes', made('.deb', folder))
      return { program: ['/usr/bin/waybill'], remove: () => run('sudo', 'apt-get', 'remove', '--yes', 'waybill') }
    case 'darwin':
      run('sudo', 'installer', '-pkg', made('.pkg', folder), '-target', '/')
      return { program: ['/usr/local/bin/waybill'], remove: () => run('sudo', 'rm', '-r', '/Applications/Waybill.app') }
    case 'win32': {
      const place = join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'waybill')
      run(made('.exe', folder), '/S', `/D=${place}`)
      return {
        program: [join(place, 'Waybill.exe')],
        remove: () => run(join(place, 'Uninstall Waybill.exe'), '/S', `_?=${place}`),
      }
    }
    default:
      throw new Error(`Waybill is not packaged for ${process.platform}`)
  }
}

/** The older version, where it can put a newer one in its own place: a deb would ask for the administrator's password. */
function older(folder: string): string[] {
  if (process.platform !== 'linux') return install(folder).program
  const file = join(mkdtempSync(join(tmpdir(), 'waybill-older-')), 'Waybill.AppImage')
  copyFileSync(made('.AppImage', folder), file)
  chmodSync(file, 0o755)
  return [file]
}

const say = (line: string) => console.log(`ok ${line}`)
const dataDir = mkdtempSync(join(tmpdir(), 'waybill-try-'))
const before = process.argv[2]
if (before === undefined) {
  const { program, remove } = install()
  await tryInstalled(program, dataDir, say)
  remove()
  if (!readdirSync(dataDir).includes('ledger.db')) throw new Error('taking it off took the records along')
  say(`taken off; its records are still in ${dataDir}`)
} else {
  // A machine that is thrown away may have no file systems of users.
  const env = { ...process.env, APPIMAGE_EXTRACT_AND_RUN: '1' }
  await tryUpdate(dist, older(before), dataDir, say, env)
  // The newer one is nobody's child here, and goes on.
  process.exit(0)
}
