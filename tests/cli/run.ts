import { readFile, writeFile } from 'node:fs/promises'
import { runCli } from '../../src-main/cli/cli.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { ExitCode } from '../../src-main/cli/exit.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { newStores } from '../support/new-stores.ts'

/** What `waybill quote` needs of a lane. */
export const LANE = [
  '--from',
  '1200 Port Road, Laredo, TX 78045',
  '--to',
  '400 W Superior St, Chicago, IL 60654',
  '--weight',
  '500',
  '--size',
  '48x40x52',
  '--pieces',
  '2',
  '--description',
  'Machine parts',
]

interface CliRun {
  exit: ExitCode
  /** Standard output, line by line. */
  out: string[]
  /** Standard error. */
  said: string
}

export interface CommandLine {
  dataDir: string
  run(...args: string[]): Promise<CliRun>
  /** With --json: the one line, parsed. */
  json(...args: string[]): Promise<{ exit: ExitCode; value: unknown }>
  /** `waybill call`, its answer parsed. */
  call(...args: string[]): Promise<{ exit: ExitCode; value: unknown }>
}

/** The command line on a data folder of its own, against this service. */
export function commandLine(
  sandbox: Pick<TestSandbox, 'baseUrl' | 'apiKey'> & { clock: Clock },
  dataDir = newStores(),
): CommandLine {
  const env = { WAYBILL_DATA: dataDir, WAYBILL_BASE_URL: sandbox.baseUrl, WAYBILL_API_KEY: sandbox.apiKey }
  const run = async (...args: string[]): Promise<CliRun> => {
    const out: string[] = []
    const said: string[] = []
    const exit = await runCli(args, {
      out: (line) => out.push(line),
      say: (line) => said.push(line),
      readFile: async (path) => new Uint8Array(await readFile(path)),
      writeFile: (path, bytes) => writeFile(path, bytes),
      readInput: async () => new Uint8Array(),
      env,
      clock: sandbox.clock,
      signal: new AbortController().signal,
    })
    return { exit, out, said: said.join('\n') }
  }
  const parsed = async (...args: string[]) => {
    const { exit, out } = await run(...args)
    if (out.length !== 1) throw new Error(`${out.length} lines instead of one: ${out.join('\n')}`)
    return { exit, value: JSON.parse(out[0] ?? '') as unknown }
  }
  return {
    dataDir,
    run,
    json: (...args) => parsed(...args, '--json'),
    call: (...args) => parsed('call', ...args),
  }
}
