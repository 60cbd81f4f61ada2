import { z } from 'zod'
import { openStoredSecret } from '../../src-main/kernel/secrets/stored-secret.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { archivesOf, secondPlaceOf } from './data-care.ts'

/**
 * What is done for the station's data, in a process of its own: `dying-care.ts ORDER_JSON`. It tells each step by a line and
 * kills itself, as a power cut does, when it comes to the nth.
 */
const orderSchema = z.object({
  dataDir: z.string(),
  now: z.string(),
  /** The step to die at, counted from 1; 0: none. */
  dieAt: z.int(),
  does: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('archive'), year: z.int() }),
    z.object({ kind: z.literal('second'), folder: z.string(), passphrase: z.string() }),
  ]),
})
export type DyingCareOrder = z.infer<typeof orderSchema>

const { dataDir, now, dieAt, does } = orderSchema.parse(JSON.parse(process.argv[2] ?? ''))
const clock = { now: () => new Date(now) }
let steps = 0
const atStep = (name: string) => {
  steps += 1
  // Written at once: what waits in a buffer dies with the process.
  process.stdout.write(`${name}\n`)
  if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
}

const ledger = await openLedger(dataDir, clock)
if (does.kind === 'archive') {
  const archives = archivesOf(ledger, dataDir, clock, atStep)
  await archives.make(does.year)
  await archives.remove(does.year)
} else {
  const place = secondPlaceOf(ledger, dataDir, clock, {
    passphrase: openStoredSecret(
      async () => ({ available: true, get: async () => does.passphrase, set: async () => undefined }),
      'backup passphrase',
    ),
    // The folder is on the same disk as the records here.
    deviceOf: async (folder) => (folder.endsWith('backups') ? 1 : 2),
    atStep,
  })
  await place.choose(does.folder)
  await place.seal(does.passphrase)
  await place.withCopy(null, async () => atStep('second tried'))
}
ledger.close()
