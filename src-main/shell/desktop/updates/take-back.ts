import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readUpdates, writeUpdates } from './update-file.ts'
import { MOST_CRASHES } from '../starts.ts'

interface BackNeeds {
  folder: string
  version: string
  /** How often in a row it did not end in order. */
  crashes: number
  /** The file that an AppImage runs from; absent: another kind of package. */
  appImage: string | undefined
}

/** `started`: the version before lies in its place and is to be started; `told`: it must be put in its place by hand. */
export type TakenBack = 'no' | 'started' | 'told'

/**
 * A new version that did not come up twice is put back, and is not offered again. An AppImage is one file, whose older one
 * was kept; other packages are the system's matter, and a person is told.
 */
export function takeBack({ folder, version, crashes, appImage }: BackNeeds): TakenBack {
  const updates = readUpdates(folder)
  const { step } = updates
  if (step === null || step.to !== version || crashes < MOST_CRASHES) return 'no'
  writeUpdates(folder, { step: null, refused: [...updates.refused, version].slice(-100) })
  if (appImage === undefined || step.kept === null || !existsSync(step.kept)) return 'told'
  putInPlace(step.kept, appImage)
  return 'started'
}

/** Keeps the file of the version that runs; null where it is no single file. */
export function keepOlder(folder: string, version: string, appImage: string | undefined): string | null {
  if (appImage === undefined) return null
  const kept = join(folder, 'older')
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept)
  const file = join(kept, `waybill-${version}.AppImage`)
  copyFileSync(appImage, file)
  return file
}

/** Beside it first, so that it is there whole: a program that runs cannot be written over. */
function putInPlace(kept: string, place: string): void {
  copyFileSync(kept, `${place}.older`)
  chmodSync(`${place}.older`, 0o755)
  renameSync(`${place}.older`, place)
}
