import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from './project.ts'

const packageDir = join(projectRoot, 'node_modules', 'electron')
const failureFile = join(projectRoot, 'node_modules', '.waybill-electron.json')
const failureSchema = z.object({ version: z.string(), at: z.number(), reason: z.string() })

/** A download that has brought nothing for so long is given up; one that goes on may take its time. */
const STALLED_AFTER_MS = 20_000
const LOOK_EVERY_MS = 1_000
const TRY_AGAIN_AFTER_MS = 24 * 60 * 60_000

export type ElectronProgram = { path: string } | { reason: string }

/** The path of Electron's program when it has been fetched; null when not. Never fetches. */
export function fetchedElectron(): string | null {
  try {
    const path = join(packageDir, 'dist', readFileSync(join(packageDir, 'path.txt'), 'utf8'))
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Electron's program, fetched when it is not there. The npm package only knows where to get it; machines without a way to
 * that place are told so once a day (`isAskedFor`: now), and not kept waiting in between.
 */
export async function electronProgram(isAskedFor: boolean): Promise<ElectronProgram> {
  const path = fetchedElectron()
  if (path !== null) return { path }
  const version = electronVersion()
  const known = isAskedFor ? null : lastFailure(version)
  if (known !== null) return { reason: known }

  console.log(`Fetching Electron's program (once) ...`)
  const reason = await fetchElectron()
  const fetched = fetchedElectron()
  if (fetched !== null) {
    rmSync(failureFile, { force: true })
    return { path: fetched }
  }
  writeFileSync(failureFile, JSON.stringify({ version, at: Date.now(), reason }))
  return { reason }
}

function electronVersion(): string {
  const { version } = z.object({ version: z.string() }).parse(readJson(join(packageDir, 'package.json')))
  return version
}

function lastFailure(version: string): string | null {
  const { data } = failureSchema.safeParse(readJson(failureFile))
  return data?.version === version && Date.now() - data.at < TRY_AGAIN_AFTER_MS ? data.reason : null
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Runs the electron package's own installer. Resolves with why it failed, in words. */
async function fetchElectron(): Promise<string> {
  // The installer downloads into the temporary folder: one of its own shows whether anything arrives.
  const folder = mkdtempSync(join(tmpdir(), 'waybill-electron-'))
  const installer = spawn(process.execPath, [join(packageDir, 'install.js')], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  installer.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))

  let size = 0
  let changedAt = Date.now()
  const watch = setInterval(() => {
    const now = bytesIn(folder) + bytesIn(join(packageDir, 'dist'))
    if (now !== size) changedAt = Date.now()
    size = now
    if (Date.now() - changedAt < STALLED_AFTER_MS) return
    complaint = `Error: nothing arrived for ${STALLED_AFTER_MS / 1000} s`
    installer.kill('SIGKILL')
  }, LOOK_EVERY_MS)
  try {
    await new Promise<void>((resolve, reject) => installer.once('error', reject).once('exit', () => resolve()))
  } finally {
    clearInterval(watch)
    rmSync(folder, { recursive: true, force: true })
  }
  return firstError(complaint)
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  } catch {
    // Files come and go while it works.
    return 0
  }
}

function firstError(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim())
  const line = lines.find((text) => /Error\b.*:/.test(text)) ?? lines.find((text) => text !== '')
  return line?.replace(/^.*?Error\b[^:]*:\s*/, '') ?? 'the installer said nothing'
}
