import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import afterPack, { madeFor, nativeProblem } from '../../scripts/after-pack.ts'
import { signing } from '../../scripts/package.ts'
import { projectRoot } from '../../scripts/project.ts'
import { sessionFolder } from '../../src-main/shell/desktop/packaged.ts'
import { OPEN_SWITCH } from '../../src-main/shell/desktop/wishes.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { FRESH_FUSES } from '../package/packed.ts'
import { tempDir } from '../support/temp-dir.ts'

const prebuilds = join(projectRoot, 'node_modules', 'better-sqlite3', 'prebuilds')
/** A packed folder whose program is nothing but fuses. */
function packedFolder(libraries: Record<string, string>): string {
  const folder = tempDir()
  writeFileSync(join(folder, 'waybill'), FRESH_FUSES)
  for (const [place, from] of Object.entries(libraries)) {
    mkdirSync(join(folder, place), { recursive: true })
    copyFileSync(join(prebuilds, from), join(folder, place, 'library.node'))
  }
  return folder
}
const packager = { executableName: 'waybill', appInfo: { productFilename: 'Waybill' } }

test('every one of the nine fuses is set in the program as it is decided', async () => {
  const appOutDir = packedFolder({
    argon2: 'linux-x64.node',
    'better-sqlite3': 'linux-x64.node',
    keyring: 'linux-x64.node',
  })
  await afterPack({ appOutDir, electronPlatformName: 'linux', arch: 1, packager })
  const wire = await getCurrentFuseWire(join(appOutDir, 'waybill'))
  const on = [
    FuseV1Options.OnlyLoadAppFromAsar,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.WasmTrapHandlers,
  ]
  for (let fuse = 0; fuse < 9; fuse++) {
    expect([fuse, wire[fuse as FuseV1Options]]).toEqual([
      fuse,
      on.includes(fuse) ? FuseState.ENABLE : FuseState.DISABLE,
    ])
  }
})

test('a fuse that nobody decided stops the packing', async () => {
  const appOutDir = packedFolder({
    argon2: 'linux-x64.node',
    'better-sqlite3': 'linux-x64.node',
    keyring: 'linux-x64.node',
  })
  const more = Buffer.concat([FRESH_FUSES.subarray(0, 33), Buffer.from([10]), Buffer.from('1010101101')])
  writeFileSync(join(appOutDir, 'waybill'), more)
  await expect(afterPack({ appOutDir, electronPlatformName: 'linux', arch: 1, packager })).rejects.toThrow('strictly')
})

test.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])(
  'a library says itself that it is of %s',
  (name) => expect(madeFor(join(prebuilds, `${name}.node`))).toBe(name.replace('-', ' ')),
)

test('a package with the library of another system, with two, or with none is not made', () => {
  const of = (libraries: Record<string, string>) => nativeProblem(packedFolder(libraries), 'win32', 'x64')
  expect(of({ argon2: 'win32-x64.node', 'better-sqlite3': 'win32-x64.node', keyring: 'win32-x64.node' })).toBeNull()
  expect(of({ argon2: 'win32-x64.node', 'better-sqlite3': 'win32-x64.node', keyring: 'linux-x64.node' })).toContain(
    'made for linux x64',
  )
  expect(of({ argon2: 'win32-x64.node', 'better-sqlite3': 'win32-arm64.node', keyring: 'win32-x64.node' })).toContain(
    'made for win32 arm64',
  )
  expect(of({ 'better-sqlite3': 'win32-x64.node' })).toContain('0 native libraries of keyring')
})

test('macOS without a certificate gets a signature of its own, with one the hardened runtime', () => {
  expect(signing('darwin', () => false)).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'])
  expect(signing('darwin', () => true)).toEqual([])
  expect(signing('linux', () => false)).toEqual([])
})

test('the recipe of the packages: names agree, printers may be reached, nothing is published, the sandbox stays on', () => {
  const text = readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')
  const recipe: unknown = parse(text)
  expect(recipe).toMatchObject({
    publish: null,
    productName: 'Waybill',
    extraMetadata: { productName: 'Waybill', desktopName: 'waybill.desktop' },
    linux: { executableName: 'waybill', executableArgs: [], desktop: { entry: { StartupWMClass: 'waybill' } } },
    toolsets: { appimage: '1.0.3' },
    mac: { hardenedRuntime: true, extendInfo: { NSLocalNetworkUsageDescription: expect.stringContaining('printers') } },
  })
  const { deb, appId } = z.object({ deb: z.object({ depends: z.array(z.string()) }), appId: z.string() }).parse(recipe)
  expect(deb.depends.join()).toMatch(/libasound2.*libgbm1.*libc6 \(>= 2\.34\)/)
  // Patterns under a system would take in every file of the project.
  expect(recipe).not.toHaveProperty('linux.files')
  const main = readFileSync(join(projectRoot, 'src-main', 'shell', 'desktop', 'main.ts'), 'utf8')
  expect(main).toContain(`setAppUserModelId('${appId}')`)
})

test('the entry of the deb has the ways of the other systems, in both languages', () => {
  const words = z.record(z.string(), z.string())
  const { productName, linux, deb } = z
    .object({
      productName: z.string(),
      linux: z.object({ executableName: z.string() }),
      deb: z.object({ desktop: z.object({ entry: words, desktopActions: z.record(z.string(), words) }) }),
    })
    .parse(parse(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')))
  const { entry, desktopActions } = deb.desktop
  expect(entry).toEqual({ StartupWMClass: 'waybill', Actions: `${Object.keys(desktopActions).join(';')};` })
  const program = `/opt/${productName}/${linux.executableName}`
  const way = (screen: string, word: 'newQuote' | 'pack') => ({
    Name: shellWords('en')[word],
    'Name[es]': shellWords('es')[word],
    Exec: `${program} ${OPEN_SWITCH}${screen}`,
  })
  expect(desktopActions).toEqual({ NewQuote: way('quote', 'newQuote'), Pack: way('pack', 'pack') })
})

test("Chromium's files of a Windows profile that travels stay on the machine", () => {
  expect(sessionFolder('linux', {}, '/home/me/.local/share/waybill/window')).toBe(
    '/home/me/.local/share/waybill/window',
  )
  const profile = { APPDATA: '/roaming', LOCALAPPDATA: '/local' }
  expect(sessionFolder('win32', profile, '/roaming/Waybill/window')).toBe(join('/local', 'Waybill', 'window'))
  expect(sessionFolder('win32', profile, '/data/window')).toBe('/data/window')
})
