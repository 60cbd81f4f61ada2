import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { FuseState, getCurrentFuseWire, type FuseV1Options } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeFor } from '../../scripts/after-pack.ts'
import { projectRoot } from '../../scripts/project.ts'
import { FRESH_FUSES } from './packed.ts'
import { full } from '../support/full.ts'

const why = process.platform === 'linux' ? '' : 'skipped: packs for other systems from Linux'
const prebuilds = join(projectRoot, 'node_modules', 'better-sqlite3', 'prebuilds')
const run = promisify(execFile)
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')

/** Packs by the recipe from a system that is not the target's; gives why the packing was refused, as it must be. */
async function refusalOf(folder: string, electron: string, target: string, own: string[]): Promise<string> {
  const options = [`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'dist')}`, ...own]
  const env = { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' }
  const args = [builder, target, 'dir', '--x64', '--publish', 'never', ...options]
  return run(process.execPath, args, { cwd: projectRoot, env }).then(
    () => 'none',
    (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
  )
}

describe.skipIf(why !== '')(
  `packages of other systems, made around programs that are none ${why}`.trim(),
  full('packs the app twice; tests/scripts/package.test.ts proves the files that are chosen'),
  () => {
    let folder = ''
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'waybill-other-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('Windows: a program of its format with the fuses set, the command beside it, and no native library of Linux', async () => {
      const electron = join(folder, 'electron-win')
      mkdirSync(electron)
      writeFileSync(join(electron, 'electron.exe'), Buffer.concat([windowsProgram(), FRESH_FUSES]))
      const refusal = await refusalOf(folder, electron, '--win', ['-c.win.signAndEditExecutable=false'])
      expect(refusal).toContain('pack on the system itself')

      const packed = join(folder, 'dist', 'win-unpacked')
      expect(madeFor(join(packed, 'Waybill.exe'))).toBe('win32 x64')
      const wire = await getCurrentFuseWire(join(packed, 'Waybill.exe'))
      const on = Array.from({ length: 9 }, (_, fuse) => wire[fuse as FuseV1Options] === FuseState.ENABLE)
      expect(on.map(Number).join('')).toBe('000011001')
      expect(readdirSync(join(packed, 'resources')).sort()).toEqual([
        'app.asar',
        'app.asar.unpacked',
        'bin',
        'path.ps1',
      ])
      const command = readFileSync(join(packed, 'resources', 'bin', 'waybill.cmd'), 'latin1')
      expect(command.split('\r\n').length).toBe(command.split('\n').length)
      expect(command).toContain('"%~dp0..\\..\\Waybill.exe" %*')
    })

    test('macOS: names, and what the system must be told of it', async () => {
      const electron = join(folder, 'electron-mac')
      const contents = join(electron, 'Electron.app', 'Contents')
      for (const [name, at] of [
        ['Electron', contents],
        ...['Helper', 'Helper (GPU)', 'Helper (Plugin)', 'Helper (Renderer)'].map((kind) => [
          `Electron ${kind}`,
          join(contents, 'Frameworks', `Electron ${kind}.app`, 'Contents'),
        ]),
      ] as const) {
        mkdirSync(join(at, 'MacOS'), { recursive: true })
        cpSync(join(prebuilds, 'darwin-x64.node'), join(at, 'MacOS', name))
        writeFileSync(join(at, 'Info.plist'), plistOf(name))
      }
      const framework = join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
      mkdirSync(dirname(framework), { recursive: true })
      writeFileSync(framework, FRESH_FUSES)
      mkdirSync(join(contents, 'Resources'))
      const icon = join(folder, 'icon.icns')
      writeFileSync(icon, Buffer.from([0x69, 0x63, 0x6e, 0x73, 0, 0, 0, 8]))
      const refusal = await refusalOf(folder, electron, '--mac', ['-c.mac.identity=null', `-c.mac.icon=${icon}`])
      expect(refusal).toContain('not for darwin x64')

      const app = join(folder, 'dist', 'mac', 'Waybill.app', 'Contents')
      const plist = readFileSync(join(app, 'Info.plist'), 'utf8')
      const reported = Object.fromEntries(
        [...plist.matchAll(/<key>(\w+)<\/key>\s*<string>([^<]*)<\/string>/g)].map(([, key, value]) => [key, value]),
      )
      expect(reported).toMatchObject({
        CFBundleIdentifier: 'app.waybill.desktop',
        CFBundleName: 'Waybill',
        CFBundleExecutable: 'Waybill',
        LSApplicationCategoryType: 'public.app-category.business',
        NSLocalNetworkUsageDescription: expect.stringContaining('label printers'),
      })
      expect(madeFor(join(app, 'MacOS', 'Waybill'))).toBe('darwin x64')
      expect(readdirSync(join(app, 'Resources', 'bin'))).toEqual(['waybill'])
    })
  },
)

/** A program of Windows that does nothing, but has the resources that Electron's has. */
function windowsProgram(): Uint8Array {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.lang = 1033
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  return new Uint8Array(program.generate())
}

const plistOf = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`
