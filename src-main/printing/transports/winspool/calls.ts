import koffi from 'koffi'
import { z } from 'zod'
import type { WinspoolLibraries } from './libraries.ts'

/** A queue that was opened: what the other functions take. */
type Printer = bigint

interface Queue {
  name: string
  /** Its driver's name. */
  model: string | null
}

/** The functions of winspool.drv that hand a label over, each as it is called (Microsoft, Print Spooler API). */
export interface Winspool {
  open(queue: string): Printer | null
  /** The job's number; 0: it failed. */
  startDocument(printer: Printer, title: string): number
  /** How many bytes were taken; null: it failed. */
  write(printer: Printer, bytes: Uint8Array): number | null
  endDocument(printer: Printer): boolean
  /** JOB_STATUS; null: the job is not known. */
  jobStatus(printer: Printer, jobId: number): number | null
  close(printer: Printer): void
  /** The queues of this machine, and those of others that it is connected to; null: it failed. */
  queues(): Queue[] | null
  /** Why the last of them failed. */
  lastError(): number
}

/** Of JOB_INFO_1: behind a number and six pointers. */
const STATUS_AT = 8 + 6 * 8
const RAW = 'RAW'
const JOB_INFO_LEVEL = 1
/** A job's description and its texts. */
const JOB_BYTES = 64 * 1024
/** PRINTER_ENUM_LOCAL and PRINTER_ENUM_CONNECTIONS, which Windows' own list of printers shows. */
const LISTED = 0x2 | 0x4
const PRINTER_INFO_LEVEL = 2
/** How often the list is asked for again that has grown since its size was asked for. */
const GROWN_TIMES = 3
const queuesSchema = z.array(z.object({ pPrinterName: z.string(), pDriverName: z.string().nullable() }))

/** Loads the library. Called in a process of its own alone: a driver may never return from any of these. */
export function openWinspool({ spooler, kernel }: WinspoolLibraries): Winspool {
  const library = koffi.load(spooler)
  koffi.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' })
  const call = (declaration: string) => {
    const called = library.func(declaration)
    return (...values: unknown[]): number => Number(called(...values))
  }
  const open = call('int __stdcall OpenPrinterW(str16 name, _Out_ uintptr_t *printer, void *defaults)')
  const start = call('uint32_t __stdcall StartDocPrinterW(uintptr_t printer, uint32_t level, DOC_INFO_1W *info)')
  const write = call(
    'int __stdcall WritePrinter(uintptr_t printer, void *bytes, uint32_t count, _Out_ uint32_t *written)',
  )
  const end = call('int __stdcall EndDocPrinter(uintptr_t printer)')
  const close = call('int __stdcall ClosePrinter(uintptr_t printer)')
  const getJob = call(
    'int __stdcall GetJobW(uintptr_t printer, uint32_t id, uint32_t level, void *job, uint32_t size, _Out_ uint32_t *needed)',
  )
  // Microsoft, PRINTER_INFO_2.
  const info = koffi.struct('PRINTER_INFO_2W', {
    ...{ pServerName: 'str16', pPrinterName: 'str16', pShareName: 'str16', pPortName: 'str16', pDriverName: 'str16' },
    ...{ pComment: 'str16', pLocation: 'str16', pDevMode: 'void *', pSepFile: 'str16', pPrintProcessor: 'str16' },
    ...{ pDatatype: 'str16', pParameters: 'str16', pSecurityDescriptor: 'void *', Attributes: 'uint32_t' },
    ...{ Priority: 'uint32_t', DefaultPriority: 'uint32_t', StartTime: 'uint32_t', UntilTime: 'uint32_t' },
    ...{ Status: 'uint32_t', cJobs: 'uint32_t', AveragePPM: 'uint32_t' },
  })
  const list = call(
    'int __stdcall EnumPrintersW(uint32_t flags, void *name, uint32_t level, void *printers, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *returned)',
  )
  const lastError = koffi.load(kernel).func('uint32_t __stdcall GetLastError()')
  return {
    open: (queue) => {
      const printer: [number | bigint] = [0]
      return open(queue, printer, null) === 0 ? null : BigInt(printer[0])
    },
    startDocument: (printer, title) => start(printer, 1, { pDocName: title, pOutputFile: null, pDatatype: RAW }),
    write: (printer, bytes) => {
      const written: [number] = [0]
      return write(printer, bytes, bytes.length, written) === 0 ? null : written[0]
    },
    endDocument: (printer) => end(printer) !== 0,
    jobStatus: (printer, jobId) => {
      const job = Buffer.alloc(JOB_BYTES)
      const isKnown = getJob(printer, jobId, JOB_INFO_LEVEL, job, job.length, [0]) !== 0
      return isKnown ? job.readUInt32LE(STATUS_AT) : null
    },
    close: (printer) => void close(printer),
    queues: () => {
      const [needed, returned]: [[number], [number]] = [[0], [0]]
      for (let asked = 0; asked <= GROWN_TIMES; asked += 1) {
        // What the names point to lies in the same memory, behind the queues.
        const printers = Buffer.alloc(needed[0])
        if (list(LISTED, null, PRINTER_INFO_LEVEL, printers, printers.length, needed, returned) === 0) continue
        if (returned[0] === 0) return []
        const found: unknown = koffi.decode(printers, koffi.array(info, returned[0]))
        return queuesSchema
          .parse(found)
          .map(({ pPrinterName, pDriverName }) => ({ name: pPrinterName, model: pDriverName || null }))
      }
      return null
    },
    lastError: () => Number(lastError()),
  }
}
