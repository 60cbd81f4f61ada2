import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { SendOutcome, Transport } from './transport.ts'

/** Runs a program with arguments as they are, without a shell; gives its exit code and its output. */
export type Run = (program: string, args: readonly string[]) => Promise<{ code: number; output: string }>

const POWERSHELL = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass']
const DEADLINE_MS = 60_000
const NOTHING = new Uint8Array()

/** Exit codes of resources/print-raw.ps1 after which surely nothing was spooled. */
const REFUSALS: Record<number, string> = {
  2: 'there is no queue of that name',
  3: 'the queue takes no job',
  4: 'the label could not be handed to it',
}

/** A queue of Windows, taken RAW through the helper script. Not yet run on Windows. */
export function winspoolTransport(queue: string, run: Run = runProgram): Transport {
  const refused = (reason: string): StationErrorData =>
    new StationError({
      code: 'PRINTER_UNREACHABLE',
      message: `The print queue ${queue} did not take the label: ${reason}. Nothing was sent.`,
      retryable: true,
      details: { queue, reason },
    }).toData()

  return {
    check: async () => {
      const { code } = await run('powershell.exe', [
        ...POWERSHELL,
        '-Command',
        `Get-Printer -Name '${queue.replaceAll("'", "''")}' | Out-Null`,
      ])
      return code === 0 ? null : refused('there is no queue of that name')
    },

    send: async (bytes, { onProgress, signal } = {}): Promise<SendOutcome> => {
      if (signal?.aborted) return { kind: 'refused', error: refused('the station is closing') }
      const dir = await mkdtemp(join(tmpdir(), 'waybill-print-'))
      try {
        const file = join(dir, 'label')
        await writeFile(file, bytes)
        const { code, output } = await run('powershell.exe', [
          ...POWERSHELL,
          '-File',
          helperPath(),
          '-Queue',
          queue,
          '-Document',
          file,
        ])
        if (code === 0) {
          onProgress?.(bytes.length)
          return { kind: 'accepted', bytes: bytes.length, answer: NOTHING, detail: 'spooled' }
        }
        const refusal = REFUSALS[code]
        if (refusal !== undefined) return { kind: 'refused', error: refused(refusal) }
        const error = new StationError({
          code: 'PRINTER_INTERRUPTED',
          message: `The print queue ${queue} broke off (${code}); some of the label may have been printed.`,
          details: { queue, exitCode: code, output: output.slice(0, 500) },
        }).toData()
        return { kind: 'unknown', bytes: 0, answer: NOTHING, error }
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
    },
  }
}

/** The names of this machine's queues, with their drivers; empty when Windows does not tell. */
export async function listWindowsQueues(run: Run = runProgram): Promise<{ name: string; model: string | null }[]> {
  const script = 'Get-Printer | ForEach-Object { "$($_.Name)`t$($_.DriverName)" }'
  const { code, output } = await run('powershell.exe', [...POWERSHELL, '-Command', script])
  if (code !== 0) return []
  return output
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
    .flatMap(([name, model]) => (name ? [{ name, model: model ?? null }] : []))
}

/** resources/ stands beside the source folders, and beside out/ when built. */
function helperPath(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../../' : '../../../../'
  // In a package PowerShell cannot read inside of the archive; resources are unpacked beside it.
  return fileURLToPath(new URL(`${up}resources/print-raw.ps1`, import.meta.url)).replace(
    'app.asar',
    'app.asar.unpacked',
  )
}

const runProgram: Run = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: DEADLINE_MS, windowsHide: true }, (error, stdout, stderr) => {
      // Killed, or not there: a code of its own, which is none of the helper's.
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, output: stdout + stderr })
    })
  })
