import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { parseFault } from '../../src-main/printing/simulator/faults.ts'
import { startLabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import type { PrintJob, PrinterConnection } from '../../src-shared/station/printing/printing.ts'
import { characterDevice, hasPty } from './character-device.ts'
import { hasCups, startCups } from './cups-server.ts'
import { runningClock } from './running-clock.ts'

export type FaultTransport = 'tcp' | 'queue' | 'device'

/** What became of three labels that were sent at once while one thing went wrong. */
export interface FaultOutcome {
  transport: FaultTransport
  fault: string
  jobs: Pick<PrintJob, 'state' | 'bytes' | 'bytesSent' | 'proof' | 'detail'>[]
  /** How often each label came out, in the order of the jobs; null: this printer's paper cannot be seen. */
  paper: number[] | null
  /** Bytes of labels that the printer's side took. */
  received: number | null
  /** What it took is the start of the stored bytes, one after the other. */
  isUnchanged: boolean
}

/** Big enough that a printer which stops taking is noticed: the system's own buffers hold less. */
const LABEL_BYTES = 600_000
const LABELS = 3

/** Faults of a printer on its raw port, worded as the virtual printer takes them. */
const TCP_FAULTS = [
  'none',
  'off',
  'rst@0',
  'rst@300000',
  'fin@300000',
  'silent',
  'never-closes',
  'paper-out@0',
  'paper-out@1',
  'head-open@0',
  'ribbon-out@0',
  'pause@0',
  'pause@2',
  'power-cycle@1',
  'no-replies',
  'late-replies@80',
  'split-replies',
  'double-replies',
  'no-odometer',
  'one-connection',
]
const QUEUE_FAULTS = hasCups ? ['none', 'no such queue', 'spooler off', 'paper-out@1'] : []
const DEVICE_FAULTS = [...(hasPty ? ['none'] : []), 'not there', 'ordinary file', 'no printer']

/** A label whose number is in it, filled up to its size by a comment. */
function label(number: number): Buffer {
  const text = `^XA^FO10,10^A0N,30,30^FDlabel ${number}^FS^FX${'.'.repeat(LABEL_BYTES)}^XZ`
  return Buffer.from(text, 'latin1')
}

/** These only change how the printer answers: every label must be proved. */
export const HARMLESS_FAULTS = ['none', 'late-replies@80', 'split-replies', 'double-replies', 'one-connection']
/** For printers that prove: some twenty seconds of looking. */
const MOST_LOOKS = 400
const LOOK_EVERY_MS = 50

/** For printers that answer: nothing may hang on how fast this machine is. */
export const PATIENT = {
  watchTimes: { deadlineMs: 5_000, everyMs: 10, forMs: 15_000 },
  tcpDeadlines: { connectMs: 5_000, stallMs: 10_000, closeMs: 10_000 },
  spoolMs: 5_000,
  retryDelaysMs: [60_000],
}

/** For those that stop: waiting longer would show nothing more. */
const TIMES = {
  watchTimes: { deadlineMs: 200, everyMs: 10, forMs: 600 },
  tcpDeadlines: { connectMs: 500, stallMs: 250, closeMs: 250 },
  stallMs: 250,
  spoolMs: 1_000,
  retryDelaysMs: [60_000],
}

/** Sends three labels over a transport with a fault, on a ledger of its own, and waits until nothing moves any more. */
export async function runFault(transport: FaultTransport, fault: string): Promise<FaultOutcome> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-fault-'))
  const isMachineFault = transport !== 'device' && !['none', 'off', 'no such queue', 'spooler off'].includes(fault)
  const zebra = await startLabelPrinter({ language: 'ZPL', faults: isMachineFault ? [parseFault(fault)] : [] })
  if (fault === 'off') await zebra.close()
  const cups = transport === 'queue' && fault !== 'spooler off' ? await startCups() : null
  await cups?.addQueue('dock', `socket://127.0.0.1:${zebra.port}`)
  const device = transport === 'device' && fault === 'none' ? await characterDevice(true) : null
  const ledger = await openLedger(dir, runningClock())
  const faults: unknown[] = []
  const printing = await createPrinting({
    ledger: ledger.db,
    clock: runningClock(),
    ids: randomIds,
    emit: () => undefined,
    draw: async () => [],
    onFault: (error) => faults.push(error),
    spooler: () => cups?.server ?? { host: '127.0.0.1', port: 1 },
    ...(HARMLESS_FAULTS.includes(fault) ? PATIENT : TIMES),
  })
  try {
    const { printerId } = await printing.printers.save({
      name: 'Dock',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: connectionOf(transport, fault, { uri: zebra.uri, dir, device: device?.path ?? null }),
    })
    if (transport === 'tcp') await printing.printers.setOptions(printerId, { statusPort: zebra.port })
    const documents = Array.from({ length: LABELS }, (_, index) => label(index))
    const ids: string[] = []
    for (const document of documents) {
      const request = { printerId, title: 'label', purpose: 'test', reason: null, shipmentId: null, copies: 1 } as const
      ids.push((await printing.queue.add({ ...request, document, labels: 1 })).jobId)
    }
    const isProvable = transport === 'tcp' && HARMLESS_FAULTS.includes(fault)
    const jobs = await settled(() => Promise.all(ids.map((jobId) => printing.queue.get(jobId))), isProvable)
    if (faults.length > 0) throw new Error(`a fault of ours: ${String(faults[0])}`)
    const received = zebra.received()
    return {
      transport,
      fault,
      jobs,
      paper:
        transport === 'device'
          ? null
          : documents.map((document) => zebra.paper.filter((printed) => printed.equals(document)).length),
      received: transport === 'device' ? null : received.length,
      isUnchanged: isUnchanged(received, documents),
    }
  } finally {
    await printing.close()
    ledger.close()
    if (fault !== 'off') await zebra.close()
    await cups?.close()
    device?.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function connectionOf(
  transport: FaultTransport,
  fault: string,
  { uri, dir, device }: { uri: string; dir: string; device: string | null },
): PrinterConnection {
  if (transport === 'tcp') return { kind: 'tcp', uri }
  if (transport === 'queue') return { kind: 'queue', name: fault === 'no such queue' ? 'nowhere' : 'dock' }
  const file = join(dir, 'lp0')
  if (fault === 'ordinary file') writeFileSync(file, '')
  return {
    kind: 'device',
    path: fault === 'none' && device !== null ? device : fault === 'no printer' ? '/dev/null' : file,
  }
}

/** The jobs once they have not changed for a while: longer than any wait of the queue. */
async function settled(read: () => Promise<PrintJob[]>, isProvable: boolean): Promise<PrintJob[]> {
  let last = ''
  let still = 0
  for (let looks = 0; ; looks += 1) {
    const jobs = await read()
    const now = JSON.stringify(jobs)
    const isMoving = now !== last || jobs.some(({ state }) => state === 'SENDING')
    still = isMoving ? 0 : still + 1
    last = now
    if (jobs.every(({ state }) => state === 'PRINTED')) return jobs
    if (isProvable ? looks > MOST_LOOKS : still > 20) return jobs
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Connections may have been cut anywhere: what came is a run of pieces, each the start of a stored label. */
function isUnchanged(received: Buffer, documents: readonly Buffer[]): boolean {
  let at = 0
  for (const document of documents) {
    let same = 0
    while (same < document.length && at + same < received.length && received[at + same] === document[same]) same += 1
    at += same
  }
  return at === received.length
}

/** What must hold whatever goes wrong; each sentence is told when it does not. */
export function brokenPromises({ transport, jobs, paper, isUnchanged }: FaultOutcome): string[] {
  const broken: string[] = []
  if (jobs.length !== LABELS) broken.push('a job vanished')
  if (!isUnchanged) broken.push('other bytes arrived than were stored')
  if (paper?.some((times) => times > 1)) broken.push('a label came out twice')
  jobs.forEach(({ state, proof, bytes, bytesSent }, index) => {
    if (state === 'PRINTED' && proof === null) broken.push('PRINTED without proof')
    if (state === 'PRINTED' && paper && paper[index] !== 1) broken.push('PRINTED, and no paper')
    // Of a queue only what its backend counted proves a label.
    if (state === 'PRINTED' && transport !== 'tcp' && proof?.kind !== 'odometer')
      broken.push('PRINTED by a way that proves nothing')
    if ((state === 'FAILED' || state === 'QUEUED') && bytesSent !== 0) broken.push('FAILED with bytes that left')
    if ((state === 'FAILED' || state === 'QUEUED') && (paper?.[index] ?? 0) !== 0) broken.push('FAILED, and printed')
    if (state === 'SENT' && bytesSent !== bytes) broken.push('SENT in part')
  })
  return broken
}

/** Every fault with every transport that it can happen to. */
export const FAULT_CELLS: (readonly [FaultTransport, string])[] = [
  ...TCP_FAULTS.map((fault) => ['tcp', fault] as const),
  ...QUEUE_FAULTS.map((fault) => ['queue', fault] as const),
  ...DEVICE_FAULTS.map((fault) => ['device', fault] as const),
]
