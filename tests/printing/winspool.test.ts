import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog, type LogLine } from '../../src-node/log/log.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import type { ChildLauncher } from '../../src-main/kernel/child-program.ts'
import { full } from '../support/full.ts'
import { winspoolTransport } from '../../src-main/printing/transports/winspool/winspool-transport.ts'
import { listWindowsQueues } from '../../src-main/printing/transports/winspool/queue-list.ts'
import { printerConnectionSchema } from '../../src-shared/station/printing/printing.ts'
import { jobStateOf } from '../../src-main/printing/transports/winspool/steps.ts'
import { tempDir } from '../support/temp-dir.ts'
import { labelRequest, openTemporaryPrinting, printerDraft } from '../support/temporary-printing.ts'
import { hasCompiler, winspoolStandIn, type WinspoolStandIn } from '../support/winspool/stand-in.ts'

const LABEL = Buffer.concat([
  Buffer.from('^XA^FO1,1^GFB,70000,70000,100,'),
  Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251)),
  Buffer.from('^FS^XZ'),
])
const why = hasCompiler ? '' : 'skipped: no compiler for what stands in for Windows'

describe.runIf(hasCompiler)(`a Windows queue ${why}`.trim(), () => {
  let standIn: WinspoolStandIn
  beforeAll(() => {
    standIn = winspoolStandIn()
  })
  afterAll(() => standIn.close())
  const queueNamed = (name: string, stallMs = 20_000) =>
    winspoolTransport(name, { libraries: standIn.libraries, looks: 2, stallMs })
  /** Time enough for the process to begin: what hangs is told by the step that never came. */
  const HUNG_MS = 4_000

  test.each(['gone at once', 'slow', 'printed', 'printed and deleted', 'spooling'])(
    'that is %s has taken every byte, and nobody says that it printed',
    async (name) => {
      const reported: number[] = []
      const outcome = await queueNamed(name).send(LABEL, { onProgress: (bytes) => reported.push(bytes) })
      expect(outcome).toMatchObject({
        kind: 'accepted',
        bytes: LABEL.length,
        detail: 'spooled',
        spooled: { queue: name, jobId: 4711 },
      })
      expect(standIn.taken().equals(LABEL)).toBe(true)
      expect(reported.at(-1)).toBe(LABEL.length)
    },
  )

  test.each([
    ['paused', 'held'],
    ['out of paper', 'attention'],
    ['offline', 'attention'],
  ])('that is %s has the label, which is %s there', async (name, detail) => {
    expect(await queueNamed(name).send(LABEL)).toMatchObject({ kind: 'accepted', detail })
    expect(standIn.taken().length).toBe(LABEL.length)
  })

  test.each([
    ['nowhere', 'there is no queue with that name'],
    ['denied', 'Windows does not allow it to this user'],
    ['no spooler', 'the print spooler of Windows is not running'],
    ['takes no raw', 'its driver does not accept raw data'],
  ])('that is %s refuses, and nothing was sent', async (name, reason) => {
    expect(await queueNamed(name).send(LABEL)).toMatchObject({
      kind: 'refused',
      error: { code: 'PRINTER_UNREACHABLE', retryable: true, details: { queue: name, reason } },
    })
    expect(standIn.taken()).toHaveLength(0)
  })

  test.each([
    ['full', 65_536],
    ['crashes', 0],
    ['not closed', LABEL.length],
    ['deleted', LABEL.length],
  ])('that is %s leaves the label in doubt', async (name, bytes) => {
    expect(await queueNamed(name).send(LABEL)).toMatchObject({
      kind: 'unknown',
      bytes,
      error: { code: 'PRINTER_INTERRUPTED' },
      spooled: { jobId: 4711 },
    })
    standIn.taken()
  })

  test.each([
    ['hangs when opened', 'refused'],
    ['hangs when started', 'refused'],
    ['hangs when written', 'unknown'],
    ['hangs when ended', 'unknown'],
    ['hangs when asked', 'accepted'],
  ])(
    'that %s is left behind, and its label is %s',
    full('each hangs for seconds; one that closes meanwhile is let go of in the default run', { timeout: 30_000 }),
    async (name, kind) => {
      expect(await queueNamed(name, HUNG_MS).send(LABEL)).toMatchObject({ kind })
      standIn.taken()
    },
  )

  test('that hangs lets go of the label when the station closes', async () => {
    const closing = new AbortController()
    const sent = queueNamed('hangs when opened').send(LABEL, { signal: closing.signal })
    closing.abort()
    expect(await sent).toMatchObject({ kind: 'refused' })
    expect(await queueNamed('slow').send(LABEL, { signal: closing.signal })).toMatchObject({ kind: 'refused' })
    expect(standIn.taken()).toHaveLength(0)
  })

  test('is listed with its driver', async () => {
    expect(await listWindowsQueues({ libraries: standIn.libraries })).toEqual([
      { name: 'Dock Ñ', model: 'ZDesigner ZD421' },
      { name: 'Office', model: null },
    ])
    expect(await listWindowsQueues({ libraries: { spooler: 'none', kernel: 'none' } })).toEqual([])
  })

  test('is checked by opening it, and nothing is sent', async () => {
    expect(await queueNamed('slow').check()).toBeNull()
    expect(await queueNamed('denied').check()).toMatchObject({ code: 'PRINTER_UNREACHABLE' })
    expect(standIn.taken()).toHaveLength(0)
  })

  test('keeps a job SENT, with the number that Windows gave it, and no proof', async () => {
    const bench = await openTemporaryPrinting(async () => [], {
      spooler: () => null,
      winspool: { libraries: standIn.libraries, looks: 2 },
    })
    const { printerId } = await bench.printing.printers.save(
      printerDraft({ kind: 'queue', name: 'printed' }, { name: 'Windows queue' }),
    )
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, LABEL))
    expect(await bench.until(jobId, 'SENT')).toMatchObject({
      detail: 'spooled',
      proof: null,
      spool: { queue: 'printed', jobIds: [4711] },
    })
    await bench.close()
  })
})

describe('the folder for what Windows is to take', () => {
  const temporaryFolder = (folder: string) => {
    for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, folder)
    onTestFinished(() => void vi.unstubAllEnvs())
  }
  /** Takes the label as Windows does, and does something to the file of it before it ends. */
  const takes =
    (andThen: (file: string) => void): ChildLauncher =>
    ({ args }) => {
      const said = ['opened', 'started', 'writing', 'written', 'ended', 'job'].map(
        (step) => `${JSON.stringify({ step, jobId: 7, bytes: LABEL.length, status: 0x80 })}\n`,
      )
      const stdout = Readable.from(said)
      return {
        pid: undefined,
        stdout,
        stderr: Readable.from([]),
        onExit: (listener) => {
          stdout.once('end', () => {
            andThen(args.at(-1) ?? '')
            listener(0)
          })
        },
        stop: () => undefined,
      }
    }

  test('that takes nothing refuses the label, of which nothing was sent', async () => {
    temporaryFolder(join(tempDir(), 'missing'))
    let isStarted = false
    const launcher = takes(() => (isStarted = true))
    expect(await winspoolTransport('Dock', { launcher }).send(LABEL)).toMatchObject({
      kind: 'refused',
      error: { code: 'PRINTER_UNREACHABLE', retryable: true, details: { reason: expect.stringContaining('ENOENT') } },
    })
    expect(isStarted).toBe(false)
  })

  test('that keeps the file changes nothing of what became of the label, and the log says so', async () => {
    const folder = join(tempDir(), 'temporary')
    mkdirSync(folder)
    temporaryFolder(folder)
    const lines: LogLine[] = []
    const log = createLog({ level: () => 'info', now: () => new Date(0), write: (line) => lines.push(line) })
    const launcher = takes((file) => {
      // In a folder that is a file by now, nothing can be removed.
      renameSync(dirname(dirname(file)), `${folder}-moved`)
      writeFileSync(folder, '')
    })
    const outcome = await inRuntime({ ...runtime(), log }, () => winspoolTransport('Dock', { launcher }).send(LABEL))
    expect(outcome).toMatchObject({ kind: 'accepted', bytes: LABEL.length, spooled: { queue: 'Dock', jobId: 7 } })
    expect(lines).toMatchObject([{ level: 'warn', error: { code: 'ENOTDIR' } }])
  })
})

test.each([
  ['Zebra', true],
  ["Packer's #2, left?", true],
  ['Dock/Front', true],
  ['\\\\print-server\\Zebra ZD421', true],
  ['', false],
  ['-o raw', false],
  ['\\Zebra', false],
  ['\\\\print-server', false],
  ['\\\\print-server\\a\\b', false],
  ['Zeb\nra', false],
])('a queue can be named %j: %j', (name, can) => {
  expect(printerConnectionSchema.safeParse({ kind: 'queue', name }).success).toBe(can)
})

test('a job that Windows handed on is gone, whatever else is said of it, and that is all', () => {
  expect(jobStateOf(0x80 | 0x100)).toBe('gone')
  expect(jobStateOf(0x1000)).toBe('gone')
  expect(jobStateOf(null)).toBe('gone')
  expect(jobStateOf(0x10)).toBe('waiting')
  expect(jobStateOf(0x200)).toBe('held')
  expect(jobStateOf(0x400)).toBe('attention')
})
