import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildOrSay } from './build.ts'
import { projectRoot } from './project.ts'
import { makeSiteDeb } from './site-deb.ts'

/** `npm run package`: builds, and packs for this system with electron-builder, which takes whatever else is written. */

/**
 * Where nobody has a certificate, macOS gets an ad-hoc signature: setting the fuses spoils Electron's own, and a processor
 * of Apple's ends a program whose signature does not hold. Hardened runtime asks for more than that signature can give.
 */
export function signing(platform: NodeJS.Platform, hasIdentity: () => boolean): string[] {
  if (platform !== 'darwin' || hasIdentity()) return []
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']
}

/** What Azure's own tools read beside these, electron-builder reads itself. */
const AZURE = {
  AZURE_SIGNING_ENDPOINT: 'endpoint',
  AZURE_SIGNING_ACCOUNT: 'codeSigningAccountName',
  AZURE_SIGNING_PROFILE: 'certificateProfileName',
  AZURE_SIGNING_PUBLISHER: 'publisherName',
} as const

/**
 * Azure Trusted Signing for Windows, where the environment names it; a certificate file needs no words.
 * @throws Error when it is named in part: an unsigned package would look like a signed one
 */
export function azureSigning(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(AZURE).filter(([name]) => environment[name])
  if (platform !== 'win32' || named.length === 0) return []
  const missing = Object.keys(AZURE).filter((name) => !environment[name])
  if (missing.length > 0) throw new Error(`Azure Trusted Signing needs ${missing.join(', ')} as well.`)
  return named.map(([name, option]) => `-c.win.azureSignOptions.${option}=${environment[name] ?? ''}`)
}

/**
 * With WAYBILL_FEED_URL electron-builder writes the descriptions that a feed of updates needs (latest*.yml); without it there
 * are none. Nothing is ever uploaded.
 */
export function feed(environment: NodeJS.ProcessEnv): string[] {
  const { WAYBILL_FEED_URL: url } = environment
  return ['--publish', 'never', ...(url ? ['-c.publish.provider=generic', `-c.publish.url=${url}`] : [])]
}

function hasAppleIdentity(): boolean {
  if (process.env['CSC_LINK'] || process.env['CSC_NAME']) return true
  const { stdout } = spawnSync('security', ['find-identity', '-v', '-p', 'codesigning'], { encoding: 'utf8' })
  return /Developer ID Application/.test(stdout ?? '')
}

export const BILL_OF_MATERIALS = 'waybill.cdx.json'

/** What is in the package, as CycloneDX: every library of production with version, licence and digest. @returns exit code */
export function writeBillOfMaterials(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  const entry = join(projectRoot, 'node_modules', '@cyclonedx', 'cyclonedx-npm', 'bin', 'cyclonedx-npm-cli.js')
  // From the lock file alone and without dates and random numbers: the same sources, the same bill.
  const args = [
    '--package-lock-only',
    '--no-workspaces',
    '--omit',
    'dev',
    '--output-reproducible',
    '--no-validate',
    '--output-file',
    file,
  ]
  return spawnSync(process.execPath, [entry, ...args], { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
}

/** Digests of the files that are given away, for `sha256sum --check`; what electron-builder writes for itself is left out. */
export function writeChecksums(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(builder-|SHA256SUMS$|release-notes)/.test(entry.name))
    .map(({ name }) => name)
    .sort()
  const lines = files.map((name) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

const USAGE = `npm run package -- [--linux | --win | --mac] [options of electron-builder]

Makes installers in dist/: AppImage, deb and the deb of the site server, NSIS, dmg; of this system where none is named.
Beside them the bill of materials (waybill.cdx.json) and SHA256SUMS.`

if (import.meta.main) {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(USAGE)
    process.exit(0)
  }
  if ((await buildOrSay()) === null) process.exit(1)
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  const signed = [...signing(process.platform, hasAppleIdentity), ...azureSigning(process.platform, process.env)]
  const args = [builder, ...signed, ...feed(process.env), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  const dist = join(projectRoot, 'dist')
  for (const packed of globSync('linux*-unpacked', { cwd: dist })) {
    const deb = makeSiteDeb(join(dist, packed), dist)
    console.log(deb ?? 'The deb of the site server is left out: there is no dpkg-deb here.')
  }
  const code = writeBillOfMaterials(join(dist, BILL_OF_MATERIALS))
  if (code === 0) writeChecksums(dist)
  process.exit(code)
}
