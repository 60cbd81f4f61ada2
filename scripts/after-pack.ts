import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { byVersion, importedLibraries, neededGlibc } from './native-needs.ts'

/** What electron-builder hands over once the app's folder is filled, before it is signed. */
interface Packed {
  appOutDir: string
  electronPlatformName: string
  /** electron-builder's number of the processor. */
  arch: number
  packager: { executableName: string; appInfo: { productFilename: string } }
}

type System = 'linux' | 'darwin' | 'win32'

/** By electron-builder's numbers; others are not made. */
const PROCESSORS: Record<number, 'x64' | 'arm64'> = { 1: 'x64', 3: 'arm64' }

/** Each fuse is decided, none left to a default that may change; one that is new stops the packing. */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The package is signed after this.
  resetAdHocDarwinSignature: false,
  // Else the signed program would run anybody's script.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Only the archive that was packed, as it was packed.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // The page comes over a scheme of its own.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // There are no cookies, and the key for them would be asked of the keychain at every start.
  [FuseV1Options.EnableCookieEncryption]: false,
  // There is no snapshot of our own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Conversion runs in WebAssembly: bounds are checked by the processor, as in Chromium.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const

/** Called by electron-builder. @throws Error when a native library is missing, of another system, or needs what that has not got */
export default async function afterPack({ appOutDir, electronPlatformName, arch, packager }: Packed): Promise<void> {
  const system = systemNamed(electronPlatformName)
  const name = packager.appInfo.productFilename
  const program = { linux: packager.executableName, win32: `${name}.exe`, darwin: `${name}.app` }[system]
  await flipFuses(join(appOutDir, program), FUSES)
  const problem = nativeProblem(appOutDir, system, PROCESSORS[arch])
  if (problem !== null) throw new Error(problem)
}

function systemNamed(name: string): System {
  if (name === 'linux' || name === 'darwin' || name === 'win32') return name
  throw new Error(`Waybill is not made for ${name}`)
}

/** What is wrong with the native libraries in a packed folder: one of SQLite and of the keychain, all of this system and content with it. */
export function nativeProblem(folder: string, system: System, processor: 'x64' | 'arm64' | undefined): string | null {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    // Electron's own lie beside the program.
    .filter(({ name, parentPath }) => name.endsWith('.node') || (name.endsWith('.dll') && parentPath !== folder))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const library of ['better-sqlite3', system === 'win32' ? 'koffi' : 'keyring']) {
    const own = files.filter((file) => file.endsWith('.node') && file.includes(library))
    if (own.length !== 1)
      return `${own.length} native libraries of ${library} are packed, and one is needed: pack on the system itself.`
  }
  const wrong = files.find((file) => madeFor(file) !== `${system} ${processor ?? ''}`)
  if (wrong !== undefined) return `${wrong} is made for ${madeFor(wrong)}, not for ${system} ${processor ?? ''}.`
  for (const file of files) {
    const need = missingOn(system, readFileSync(file))
    if (need !== null) return `${file} needs ${need}: not among what every machine has (scripts/after-pack.ts).`
  }
  return null
}

/** What our packages import on Windows; each is part of every Windows 10, and node.exe is the program itself. */
const PARTS_OF_WINDOWS = ['advapi32.dll', 'kernel32.dll', 'node.exe', 'ole32.dll', 'setupapi.dll']
/** As the deb's dependencies say. */
const GLIBC = '2.34'

/** What a native library needs beyond every machine of this system; null: nothing. */
function missingOn(system: System, bytes: Buffer): string | null {
  if (system === 'win32') {
    return (
      importedLibraries(bytes)
        .filter((name) => !PARTS_OF_WINDOWS.includes(name))
        .join(', ') || null
    )
  }
  const glibc = system === 'linux' ? neededGlibc(bytes) : null
  return glibc !== null && byVersion(glibc, GLIBC) > 0 ? `glibc ${glibc}` : null
}

const ELF_MACHINES: Record<number, string> = { 0x3e: 'x64', 0xb7: 'arm64' }
const PE_MACHINES: Record<number, string> = { 0x8664: 'x64', 0xaa64: 'arm64' }
const MACH_MACHINES: Record<number, string> = { 0x01000007: 'x64', 0x0100000c: 'arm64' }

/** System and processor by a library's own first bytes, as `linux x64`. */
export function madeFor(file: string): string {
  const bytes = Buffer.alloc(4096)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(handle)
  }
  if (bytes.readUInt32BE(0) === 0x7f454c46)
    return `linux ${ELF_MACHINES[bytes.readUInt16LE(18)] ?? 'of another processor'}`
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return `darwin ${MACH_MACHINES[bytes.readUInt32LE(4)] ?? 'of another processor'}`
  const header = bytes.readUInt32LE(0x3c)
  if (bytes.toString('latin1', 0, 2) === 'MZ' && header < bytes.length - 6)
    return `win32 ${PE_MACHINES[bytes.readUInt16LE(header + 4)] ?? 'of another processor'}`
  return 'no system'
}
