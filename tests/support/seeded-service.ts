import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { seedSatCodes } from '../../src-sandbox/sat/seed.ts'
import { startSandbox } from '../../src-sandbox/server.ts'
import { TEST_START } from './running-clock.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file of the embedded service with its places and codes, and nothing else. */
    seededService: string
  }
}

/** Seeds one service's file before all tests: reading its places and codes anew for each takes most of its start. */
export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-seeded-'))
  const db = openSandboxDatabase(dir)
  seedLocations(db)
  seedSatCodes(db)
  db.close()
  project.provide('seededService', join(dir, 'sandbox.db'))
  return () => {
    endClusters(dir)
    rmSync(dir, { recursive: true, force: true })
  }
}

const CLUSTER = /^postgres-(\d+)$/

/** A worker does not live to end its PostgreSQL: it is ended with the run. */
export function noteCluster(pid: number, folder: string): void {
  writeFileSync(join(dirname(inject('seededService')), `postgres-${pid}`), folder)
}

function endClusters(dir: string): void {
  for (const name of readdirSync(dir)) {
    const [, pid] = CLUSTER.exec(name) ?? []
    if (pid === undefined) continue
    try {
      process.kill(Number(pid), 'SIGQUIT')
    } catch {
      // It has ended.
    }
    rmSync(readFileSync(join(dir, name), 'utf8'), { recursive: true, force: true })
  }
}

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
