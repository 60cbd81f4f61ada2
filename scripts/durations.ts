import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { FileSeconds } from './test-report.ts'

/** Files that are quicker fill the gaps that the long ones leave, in whatever order. */
const WORTH_RECORDING_S = 3

const durationsSchema = z.record(z.string(), z.number().int().positive())

/** Seconds that the long files of tests took when they were last recorded; a folder without a record has none. */
export function readDurations(root: string): Map<string, number> {
  const text = readIfThere(durationsFile(root))
  return new Map(text === null ? [] : Object.entries(durationsSchema.parse(JSON.parse(text))))
}

/** Records what the files took, the longest first, in whole seconds: what matters is only their order. */
export function writeDurations(root: string, files: readonly FileSeconds[]): void {
  const long = files
    .filter(({ seconds }) => seconds >= WORTH_RECORDING_S)
    .map(({ file, seconds }) => [file, Math.round(seconds)] as const)
    .toSorted(([fileA, a], [fileB, b]) => b - a || (fileA < fileB ? -1 : 1))
  writeFileSync(durationsFile(root), `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}

const durationsFile = (root: string): string => join(root, 'tests/durations.json')

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
