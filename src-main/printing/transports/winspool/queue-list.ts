import { execFile } from 'node:child_process'

const ARGUMENTS = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command']
const SCRIPT = 'Get-Printer | ForEach-Object { "$($_.Name)`t$($_.DriverName)" }'
const DEADLINE_MS = 60_000

/** The names of this machine's queues, with their drivers; empty when Windows lists none. */
export async function listWindowsQueues(): Promise<{ name: string; model: string | null }[]> {
  const output = await new Promise<string>((resolve) => {
    execFile('powershell.exe', [...ARGUMENTS, SCRIPT], { timeout: DEADLINE_MS, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    )
  })
  return output
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
    .flatMap(([name, model]) => (name ? [{ name, model: model ?? null }] : []))
}
