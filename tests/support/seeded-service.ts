import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'

import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { isBuilt } from '../../scripts/build.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { seedSatCodes } from '../../src-sandbox/sat/seed.ts'
import { startSandbox } from '../../src-sandbox/server.ts'
import { makeNewStores } from './new-stores.ts'
import { DISK, FOLDER_OF_RUN, RUN } from './run-folder.ts'
import { TEST_START } from './running-clock.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file of the embedded service with its places and codes, and nothing else. */
    seededService: string
    /** Whether out/ is of the sources as they are. */
    isBuilt: boolean
  }
}

/**
 * Seeds one service's file before all tests: reading its places and codes anew for each takes most of its start. So do the
 * migrations of a station's new stores.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  sweep()
  mkdirSync(FOLDER_OF_RUN)
  const db = openSandboxDatabase(FOLDER_OF_RUN)
  seedLocations(db)
  seedSatCodes(db)
  db.close()
  await makeNewStores(FOLDER_OF_RUN)
  project.provide('seededService', join(FOLDER_OF_RUN, 'sandbox.db'))
  project.provide('isBuilt', isBuilt())
  return () => end(FOLDER_OF_RUN)
}

const CLUSTER = /^postgres-(\d+)$/

/** What all workers of a run share; it goes with the run. */
export const runFolder = (): string => dirname(inject('seededService'))

/** A worker does not live to end the PostgreSQL that it started: it is ended with the run. */
export function noteCluster(pid: number, folder: string): void {
  writeFileSync(join(runFolder(), `postgres-${pid}`), folder)
}

/** A run that was killed leaves its folder and its PostgreSQL: the next one of the same user takes them away. */
function sweep(): void {
  for (const name of readdirSync(DISK)) {
    const [, pid] = RUN.exec(name) ?? []
    const dir = join(DISK, name)
    if (pid === undefined || statSync(dir, { throwIfNoEntry: false })?.uid !== (process.getuid?.() ?? 0)) continue
    // Of this process's number: of one that had it before.
    if (pid === String(process.pid) || commandOf(pid) === '') end(dir)
  }
}

function end(dir: string): void {
  for (const name of readdirSync(dir)) {
    const [, pid] = CLUSTER.exec(name) ?? []
    if (pid === undefined) continue
    const folder = readFileSync(join(dir, name), 'utf8')
    // Its number may be another program's by now.
    if (commandOf(pid).includes(folder)) process.kill(Number(pid), 'SIGQUIT')
    // A server that ends writes until it has ended: what it writes behind what is removed would keep the folder.
    for (let looks = 0; looks < MOST_LOOKS && commandOf(pid).includes(folder); looks++) spawnSync('sleep', ['0.1'])
    remove(folder)
  }
  remove(dir)
}

/** A server with much to put away has ended within seconds. */
const MOST_LOOKS = 300

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })

/** What a process was started as; empty: there is none. */
const commandOf = (pid: string): string =>
  spawnSync('ps', ['-p', pid, '-o', 'args='], { encoding: 'utf8' }).stdout ?? ''

/** Lays the seeded file into the empty folder of a service that is about to start. */
export function seedService(dataDir: string): void {
  copyFileSync(inject('seededService'), join(dataDir, 'sandbox.db'))
}

/**
 * The same with the sample shipments, as they are at TEST_START. Whoever needs them first makes the file for all: their
 * lives take seconds to play.
 */
export async function seedServiceWithSamples(dataDir: string): Promise<void> {
  const plain = inject('seededService')
  const withSamples = join(dirname(plain), 'with-samples.db')
  if (!existsSync(withSamples)) {
    const made = mkdtempSync(join(dirname(plain), 'samples-'))
    copyFileSync(plain, join(made, 'sandbox.db'))
    const machineNow = () => Date.parse(TEST_START)
    const sandbox = await startSandbox({ port: 0, dataDir: made, apiKey: 'nobody', samples: true, machineNow })
    await sandbox.close()
    // Two that make it at once make the same.
    renameSync(join(made, 'sandbox.db'), withSamples)
  }
  copyFileSync(withSamples, join(dataDir, 'sandbox.db'))
}
