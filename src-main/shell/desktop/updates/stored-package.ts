import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Installed } from './installed.ts'
import type { StoredPackage, UpdateFile } from './update-file.ts'

interface Step {
  folder: string
  installed: Installed
  from: string
  to: string
  /** The package downloaded from the feed. */
  loaded: string
  own: UpdateFile['own']
}

/**
 * Before a newer version is installed: keeps the package of the running version for a rollback, and the package of
 * the newer one for the step after it. An AppImage is its own package; of the others it is known only when it came
 * from the feed.
 */
export async function keepPackages({ folder, installed, from, to, loaded, own }: Step): Promise<{
  kept: StoredPackage | null
  own: StoredPackage | null
}> {
  const place = join(folder, 'older')
  await mkdir(place, { recursive: true })
  const keep = (version: string, file: string) =>
    storeFile(version, file, join(place, `waybill-${version}${extname(file)}`))
  const older =
    installed.kind === 'appimage'
      ? await keep(from, installed.file)
      : own?.version === from && (await isIntact(own))
        ? own
        : null
  const newer = installed.kind === 'appimage' ? null : await keep(to, loaded)
  const wanted = new Set([older?.file, newer?.file])
  for (const name of await readdir(place)) {
    if (!wanted.has(join(place, name))) await rm(join(place, name), { recursive: true, force: true })
  }
  return { kept: older, own: newer }
}

/** True when it is still there, byte for byte: the file that runs is the signed one. */
async function isIntact(stored: StoredPackage): Promise<boolean> {
  return (await digestOf(stored.file).catch(() => null)) === stored.sha512
}

/** The same before anything else runs. */
export function isIntactNow(stored: StoredPackage): boolean {
  try {
    return createHash('sha512').update(readFileSync(stored.file)).digest('base64') === stored.sha512
  } catch {
    return false
  }
}

async function storeFile(version: string, from: string, file: string): Promise<StoredPackage> {
  await copyFile(from, file)
  return { version, file, sha512: await digestOf(file) }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
