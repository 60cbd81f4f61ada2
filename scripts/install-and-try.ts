import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project.ts'
import { tryInstalled } from './try-installed.ts'

/**
 * Installs what `npm run package` made for this system, tries it (`try-installed.ts`), and takes it off again; the records
 * stay. Changes the machine: for one that is thrown away.
 */

const dist = join(projectRoot, 'dist')

function made(ending: string): string {
  const name = readdirSync(dist).find((file) => file.endsWith(ending))
  if (name === undefined) throw new Error(`dist holds no ${ending}: npm run package comes first`)
  return join(dist, name)
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' })

/** Installs it; gives the command that is on the PATH then, and how it is taken off. */
function install(): { program: string[]; remove: () => unknown } {
  switch (process.platform) {
    case 'linux':
      run('sudo', 'apt-get', 'install', '--yes', made('.deb'))
      return { program: ['/usr/bin/waybill'], remove: () => run('sudo', 'apt-get', 'remove', '--yes', 'waybill') }
    case 'darwin':
      run('sudo', 'installer', '-pkg', made('.pkg'), '-target', '/')
      return { program: ['/usr/local/bin/waybill'], remove: () => run('sudo', 'rm', '-r', '/Applications/Waybill.app') }
    case 'win32': {
      const folder = join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'waybill')
      run(made('.exe'), '/S', `/D=${folder}`)
      return {
        program: [join(folder, 'Waybill.exe')],
        remove: () => run(join(folder, 'Uninstall Waybill.exe'), '/S', `_?=${folder}`),
      }
    }
    default:
      throw new Error(`Waybill is not packaged for ${process.platform}`)
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'waybill-try-'))
const { program, remove } = install()
await tryInstalled(program, dataDir, (line) => console.log(`ok ${line}`))
remove()
if (!readdirSync(dataDir).includes('ledger.db')) throw new Error('taking it off took the records along')
console.log(`ok taken off; its records are still in ${dataDir}`)
