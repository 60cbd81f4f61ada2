import { readFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWinspool } from './calls.ts'
import { handOver, listQueues, openQueue } from './spool-job.ts'
import type { Step } from './steps.ts'

/**
 * `winspool.child SPOOLER KERNEL LOOKS [QUEUE [FILE]]`: hands a file raw to a queue of Windows, in a process of its own: drivers
 * and print servers keep those who call them waiting for ever. Without a file it opens the queue and nothing else, without a
 * queue it lists them.
 */
const LOOK_EVERY_MS = 250

process.once('disconnect', () => process.exit(1))
const [spooler = '', kernel = '', looks = '0', queue, file] = process.argv.slice(2)
// At once, also on Windows, where a stream would still have it when this process is ended.
const report = (step: Step) => void writeSync(1, `${JSON.stringify(step)}\n`)
const winspool = openWinspool({ spooler, kernel })
if (queue === undefined) listQueues(winspool, report)
else if (file === undefined) openQueue(winspool, queue, report)
else {
  const rest = () => sleep(LOOK_EVERY_MS)
  await handOver(winspool, queue, readFileSync(file), { report, looks: Number(looks), rest })
}
process.exit(0)
