import { chmodSync, copyFileSync } from 'node:fs'
import { renameWhenFreeSync } from '../../../../src-node/rename.ts'
import type { Installed } from './installed.ts'
import { isIntactNow } from './stored-package.ts'
import { readUpdates, writeUpdates } from './update-file.ts'
import { MOST_CRASHES } from '../crash-count.ts'

interface BackNeeds {
  folder: string
  version: string
  /** How often in a row it did not end in order. */
  crashes: number
  installed: Installed
  /** At which version the records are by now; null: there are none. @throws when they cannot be read */
  records(): number | null
  /** Begins an installer that continues when this process is over. @returns whether it could be begun */
  run(file: string, args: string[]): boolean
}

/** The notice or question to a person about a version that did not start twice. */
export interface BackQuestion {
  from: string
  to: string
  /**
   * `records`: the older version cannot read them any more; `password`: the system asks for the administrator's
   * before it puts the older package back; `by-hand`: the machine's administrator puts it back.
   */
  why: 'records' | 'password' | 'by-hand'
  /** The package of the older version; null: none was kept. */
  file: string | null
}

/** `put`: the version before lies in its place and is to be started; `installing`: its installer runs, and starts it. */
export type TakenBack = { kind: 'no' | 'put' | 'installing' } | ({ kind: 'asks' } & BackQuestion)

/**
 * A new version that did not come up twice is not offered again, and the one before takes its place where that is this
 * user's to do: an AppImage is a file, and Windows' installer asks for no rights. An older version is never put on records
 * that the newer one has already brought to its own shape: it could not open them.
 */
export function takeBack({ folder, version, crashes, installed, records, run }: BackNeeds): TakenBack {
  const updates = readUpdates(folder)
  const { step } = updates
  if (step === null || step.to !== version || crashes < MOST_CRASHES) return { kind: 'no' }
  const { from, kept } = step
  const refused = { ...updates, step: null, refused: [...updates.refused, version].slice(-100) }
  writeUpdates(folder, refused)
  const asks = (why: BackQuestion['why'], file: string | null): TakenBack => ({
    kind: 'asks',
    ...{ from: version, to: from, why, file },
  })
  if (!canRead(step.records, records)) return asks('records', null)
  if (kept === null || !isIntactNow(kept)) return asks('by-hand', null)
  const isBack = () => writeUpdates(folder, { ...refused, own: kept, back: { from: version, to: from } })
  switch (installed.kind) {
    case 'appimage':
      putInPlace(kept.file, installed.file)
      isBack()
      return { kind: 'put' }
    case 'nsis':
      // As a newer one is installed: unseen, in the place of this one, and started.
      if (!run(kept.file, ['--updated', '/S', '--force-run'])) return asks('by-hand', kept.file)
      isBack()
      return { kind: 'installing' }
    case 'deb':
      return asks('password', kept.file)
    default:
      return asks('by-hand', kept.file)
  }
}

/** This version came up: the step to it is over, and later crashes do not take it back. */
export function updateIsUp(folder: string, version: string): void {
  const updates = readUpdates(folder)
  if (updates.step?.to !== version) return
  try {
    writeUpdates(folder, { ...updates, step: null })
  } catch (error) {
    // The next start that is up does it.
    console.error(error)
  }
}

/** The older package was put back after a question; the started version reports it. */
export function noteBack(folder: string, { from, to }: Pick<BackQuestion, 'from' | 'to'>): void {
  writeUpdates(folder, { ...readUpdates(folder), own: null, back: { from, to } })
}

/** The version restored before this start, reported once. */
export function takenBackBefore(folder: string): { from: string; to: string } | null {
  const updates = readUpdates(folder)
  if (updates.back !== null) writeUpdates(folder, { ...updates, back: null })
  return updates.back
}

function canRead(known: number | null, records: () => number | null): boolean {
  try {
    const at = records()
    return at === null || (known !== null && at <= known)
  } catch (error) {
    console.error(error)
    return false
  }
}

/** Beside it first, so that it is there whole: a program that runs cannot be written over. */
function putInPlace(kept: string, place: string): void {
  copyFileSync(kept, `${place}.older`)
  chmodSync(`${place}.older`, 0o755)
  renameWhenFreeSync(`${place}.older`, place)
}
