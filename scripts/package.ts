import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildOrSay } from './build.ts'
import { projectRoot } from './project.ts'

/** `npm run package`: builds, and packs for this system with electron-builder, which takes whatever else is written. */

/**
 * Where nobody has a certificate, macOS gets an ad-hoc signature: setting the fuses spoils Electron's own, and a processor
 * of Apple's ends a program whose signature does not hold. Hardened runtime asks for more than that signature can give.
 */
export function signing(platform: NodeJS.Platform, hasIdentity: () => boolean): string[] {
  if (platform !== 'darwin' || hasIdentity()) return []
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']
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
  const args = ['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--no-validate', '--output-file', file]
  return spawnSync(process.execPath, [entry, ...args], { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
}

if (import.meta.main) {
  if ((await buildOrSay()) === null) process.exit(1)
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  const args = [builder, ...signing(process.platform, hasAppleIdentity), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  process.exit(writeBillOfMaterials(join(projectRoot, 'dist', BILL_OF_MATERIALS)))
}
