import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import afterPack, { madeFor, nativeProblem } from '../../scripts/after-pack.ts'
import { importedLibraries, neededGlibc } from '../../scripts/native-needs.ts'
import { azureSigning, feed, signing, writeChecksums } from '../../scripts/package.ts'
import { projectRoot } from '../../scripts/project.ts'
import { sessionFolder } from '../../src-main/shell/desktop/packaged.ts'
import { OPEN_SWITCH } from '../../src-main/shell/desktop/pending-requests.ts'
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
  expect(of({ 'better-sqlite3': 'win32-x64.node', koffi: 'win32-x64.node' })).toBeNull()
  expect(of({ 'better-sqlite3': 'win32-x64.node', koffi: 'linux-x64.node' })).toContain('made for linux x64')
  expect(of({ 'better-sqlite3': 'win32-arm64.node', koffi: 'win32-x64.node' })).toContain('made for win32 arm64')
  expect(of({ 'better-sqlite3': 'win32-x64.node', keyring: 'win32-x64.node' })).toContain('0 native libraries of koffi')
  const onLinux = packedFolder({ 'better-sqlite3': 'linux-x64.node', koffi: 'linux-x64.node' })
  expect(nativeProblem(onLinux, 'linux', 'x64')).toContain('0 native libraries of keyring')
})

test('a package with a library that needs more than a clean Windows has is not made, nor one that needs a newer glibc', () => {
  const of = (system: 'linux' | 'win32', from: string, to: string, name = 'library.node') => {
    const keychain = system === 'win32' ? 'koffi' : 'keyring'
    const folder = packedFolder({ 'better-sqlite3': `${system}-x64.node`, [keychain]: `${system}-x64.node` })
    const bytes = readFileSync(join(prebuilds, `${system}-x64.node`)).toString('latin1')
    writeFileSync(join(folder, 'better-sqlite3', name), bytes.replaceAll(from, to), 'latin1')
    return nativeProblem(folder, system, 'x64')
  }
  expect(of('win32', 'KERNEL32.dll', 'MSVCP140.dll')).toMatch(/better-sqlite3.library\.node needs msvcp140\.dll/)
  // Loaded when it is first called.
  expect(of('win32', 'node.exe', 'ucrt.dll')).toContain('needs ucrt.dll')
  expect(of('win32', 'KERNEL32.dll', 'MSVCP140.dll', 'beside.dll')).toContain('beside.dll needs msvcp140.dll')
  expect(of('linux', 'GLIBC_2.33', 'GLIBC_2.35')).toContain('needs glibc 2.35')
  // An older one.
  expect(of('linux', 'GLIBC_2.33', 'GLIBC_2.4\0')).toBeNull()
})

test('what a library needs is read from it', () => {
  const library = (name: string) => readFileSync(join(prebuilds, name))
  expect(importedLibraries(library('win32-x64.node'))).toEqual(['kernel32.dll', 'node.exe'])
  expect(importedLibraries(library('win32-arm64.node'))).toEqual(['kernel32.dll', 'node.exe'])
  expect(neededGlibc(library('linux-x64.node'))).toBe('2.34')
  expect(neededGlibc(library('linux-arm64.node'))).toBe('2.34')
  expect(neededGlibc(library('linuxmusl-x64.node'))).toBeNull()
  expect(() => importedLibraries(library('win32-x64.node').subarray(0, 4096))).toThrow(RangeError)
})

test('macOS without a certificate gets a signature of its own, with one the hardened runtime', () => {
  expect(signing('darwin', () => false)).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'])
  expect(signing('darwin', () => true)).toEqual([])
  expect(signing('linux', () => false)).toEqual([])
})

test('Windows is signed by Azure where all of it is named, and not in part', () => {
  const environment = {
    AZURE_SIGNING_ENDPOINT: 'https://eus.codesigning.azure.net',
    AZURE_SIGNING_ACCOUNT: 'waybill',
    AZURE_SIGNING_PROFILE: 'release',
    AZURE_SIGNING_PUBLISHER: 'CN=The Waybill team',
  }
  expect(azureSigning('win32', environment)).toEqual([
    '-c.win.azureSignOptions.endpoint=https://eus.codesigning.azure.net',
    '-c.win.azureSignOptions.codeSigningAccountName=waybill',
    '-c.win.azureSignOptions.certificateProfileName=release',
    '-c.win.azureSignOptions.publisherName=CN=The Waybill team',
  ])
  // What electron-builder cannot do without.
  const scheme = join(projectRoot, 'node_modules', 'app-builder-lib', 'scheme.json')
  const needed = z
    .object({
      definitions: z.object({ WindowsAzureSigningConfiguration: z.object({ required: z.array(z.string()) }) }),
    })
    .parse(JSON.parse(readFileSync(scheme, 'utf8'))).definitions.WindowsAzureSigningConfiguration.required
  for (const name of needed) expect(azureSigning('win32', environment).join()).toContain(`.${name}=`)
  expect(azureSigning('linux', environment)).toEqual([])
  expect(azureSigning('win32', { CSC_LINK: 'certificate.pfx' })).toEqual([])
  expect(() => azureSigning('win32', { ...environment, AZURE_SIGNING_PROFILE: '' })).toThrow('AZURE_SIGNING_PROFILE')
})

test('the descriptions of a feed are written when one is named, and nothing is ever uploaded', () => {
  const url = 'https://updates.example.com/waybill/'
  expect(feed({})).toEqual(['--publish', 'never'])
  const named = ['--publish', 'never', '-c.publish.provider=generic', `-c.publish.url=${url}`]
  expect(feed({ WAYBILL_FEED_URL: url })).toEqual(named)
  // Squirrel installs a newer version out of a zip, and out of nothing else.
  const recipe: unknown = parse(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8'))
  expect(recipe).toMatchObject({ mac: { target: expect.arrayContaining(['zip']) as unknown } })
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

test('SHA256SUMS has what is given away, as sha256sum checks it', () => {
  const folder = tempDir()
  for (const name of ['Waybill.exe', 'latest.yml', 'builder-debug.yml', 'SHA256SUMS', 'release-notes.md'])
    writeFileSync(join(folder, name), name)
  mkdirSync(join(folder, 'linux-unpacked'))
  writeChecksums(folder)
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    `${createHash('sha256').update('Waybill.exe').digest('hex')}  Waybill.exe\n` +
      `${createHash('sha256').update('latest.yml').digest('hex')}  latest.yml\n`,
  )
})
