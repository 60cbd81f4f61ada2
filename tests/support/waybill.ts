import { runCli } from '../../src-main/cli/cli.ts'
import { runningClock } from './running-clock.ts'

/** The command line, with what it says. */
export async function waybill(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const out: string[] = []
  const said: string[] = []
  const code = await runCli(args, {
    out: (line) => out.push(line),
    say: (line) => said.push(line),
    readFile: () => Promise.reject(new Error('no file is read')),
    writeFile: () => Promise.reject(new Error('no file is written')),
    readInput: () => Promise.reject(new Error('nothing is read')),
    env,
    clock: runningClock(),
    signal: new AbortController().signal,
  })
  return { code, out, said }
}
