import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { newStores } from '../support/new-stores.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { onTestsDate } from '../support/child-date.ts'
import { runningClock } from '../support/running-clock.ts'

/** Of this process and of those that it kills. */
const clock = runningClock()
const PROGRAM = fileURLToPath(new URL('dying-printing.ts', import.meta.url))

/** Runs the program and kills it, as a power cut does, after so many milliseconds of printing; gives the jobs it told. */
function runAndKill(dataDir: string, uri: string, labels: number, afterMs: number): Promise<string[]> {
  const { env } = onTestsDate(clock)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, dataDir, uri, String(labels)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let reported = ''
    child.stdout.on('data', (data: Buffer) => {
      if (reported === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      reported += data.toString()
    })
    child.once('exit', () =>
      resolve(
        reported
          .split('\n')
          .slice(0, -1)
          .filter((line) => line !== 'done'),
      ),
    )
  })
}

test('a station killed again and again loses no job, prints none twice, and calls none printed', async () => {
  const zebra = await virtualZebra([], { drain: 120_000 })
  const dataDir = newStores()
  const reported: string[] = []
  for (const afterMs of [0, 13, 47, 90, 160]) {
    reported.push(...(await runAndKill(dataDir, zebra.uri, 6, afterMs)))
  }
  // A last run that adds nothing lets the rest go out.
  await runAndKill(dataDir, zebra.uri, 0, 2_000)

  const ledger = await openLedger(dataDir, clock)
  try {
    const jobs = printJobStore(ledger.db, clock)
    const all = await jobs.list(500)
    expect(all.map(({ jobId }) => jobId)).toEqual(expect.arrayContaining(reported))
    const texts = zebra.paper.map((label) => /\^FD([^^]+)/.exec(label.toString('latin1'))?.[1] ?? '')
    expect(new Set(texts).size).toBe(texts.length)
    for (const job of all) {
      const document = Buffer.from(await jobs.document(job.jobId))
      const times = zebra.paper.filter((label) => label.includes(document)).length
      expect(times).toBeLessThanOrEqual(1)
      expect(job.state).not.toBe('PRINTED')
      if (job.state === 'SENT') expect(times).toBe(1)
      if (job.state === 'QUEUED' || job.state === 'FAILED') expect(times).toBe(0)
    }
  } finally {
    ledger.close()
  }
})
