import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { nextTurn } from '../../../src-node/runtime/wait.ts'
import { UNSOUND_REASONS } from '../../../src-shared/station/app/maintenance.ts'
import { bytesToRead, inspectCopy, inspectIncrement, isIncrement } from '../increments/backup-chain.ts'
import { drilledSchema, type Drilled } from './drill.rows.ts'
import type { LedgerFacts } from './inspect.rows.ts'

const factsSchema = z.discriminatedUnion('isSound', [
  z.object({
    isSound: z.literal(true),
    version: z.int(),
    position: z.int().nullable(),
    bookings: z.int(),
    until: z.string().nullable(),
  }),
  z.object({
    isSound: z.literal(false),
    reason: z.enum(UNSOUND_REASONS),
    detail: z.string(),
    version: z.int().nullable(),
  }),
]) satisfies z.ZodType<LedgerFacts>

/** Looks through files one after the other, and remembers what it saw as long as they stay as they are. */
export function createInspections(dir: string) {
  const seen = new Map<string, { stamp: string; facts: LedgerFacts }>()
  let last: Promise<unknown> = Promise.resolve()

  async function look(name: string): Promise<LedgerFacts> {
    const stamp = stampOf(join(dir, name))
    const before = seen.get(name)
    if (before !== undefined && before.stamp === stamp) return before.facts
    // Other work may run between two of many.
    await nextTurn()
    const facts = isIncrement(name) ? inspectIncrement(join(dir, name)) : await inspectWhole(join(dir, name))
    seen.set(name, { stamp: stampOf(join(dir, name)), facts })
    return facts
  }

  return {
    of: (name: string): Promise<LedgerFacts> => {
      const mine = last.then(
        () => look(name),
        () => look(name),
      )
      last = mine
      return mine
    },
    /** As if it had never been looked at. */
    forget: (name: string): void => void seen.delete(name),
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.size} ${found.mtimeMs} ${found.ino}` : 'gone'
}

/** From source as from the build: the file beside this one. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** Every page of the copy is read; of a large one in a thread of its own. */
export async function inspectWhole(file: string): Promise<LedgerFacts> {
  return bytesToRead(file) <= runtime().processes.smallBytes ? inspectCopy(file, { pages: true }) : inThread(file)
}

/** The same in a thread in any case: the file may lie on a share that does not answer. */
export const inThread = (file: string, { pages } = { pages: true }): Promise<LedgerFacts> =>
  askThread('inspect', { file, pages }, factsSchema)

/** Restores a copy into `target` in a thread, inspects it and deletes it. */
export const drillInThread = (copy: string, target: string): Promise<Drilled> =>
  askThread('drill', { copy, target }, drilledSchema)

function askThread<T>(what: 'inspect' | 'drill', data: object, answer: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { processes, log } = runtime()
    const worker = processes.thread(new URL(`./${what}.worker${extension}`, import.meta.url), { data, log })
    // A caller waits for it.
    worker.ref()
    worker.on('message', (message: unknown) => {
      resolve(answer.parse(message))
      void worker.terminate()
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`the thread for ${what} ended with ${code}`)))
  })
}
