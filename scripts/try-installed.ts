import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectControl, type RemoteStation } from '../src-main/control/client.ts'

/**
 * `node scripts/try-installed.ts PROGRAM [ARGUMENTS]`: takes an installed Waybill through its first minutes, each step a line:
 * it quotes and prints from the command line, opens its window, answers beside it, and lets no second one in. Ends with 1 at
 * the first step that fails. Uses a data folder and a printer of its own.
 */

const OPENS_WITHIN_MS = 90_000
const LABEL = '^XA^FO40,40^A0N,40,40^FDDOCK 4^FS^XZ'
const QUOTE = [
  ...['quote', '--weight', '500', '--size', '48x40x52', '--description', 'Machine parts'],
  ...['--from', '1200 Port Road, Laredo, TX 78045', '--to', '400 W Superior St, Chicago, IL 60654'],
]

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function start(
  program: readonly string[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; ended: Promise<Ended> } {
  const [file = '', ...first] = program
  const child = spawn(file, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, ended }
}

/** Its one line of JSON. @throws Error with all that it said when it failed */
async function command(program: readonly string[], words: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const { code, stdout, stderr } = await start(program, [...words, '--json'], env).ended
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout.split('\n').find((line) => /^[[{]/.test(line)) ?? 'null')
}

/** A printer on a TCP port, which keeps what it is sent. */
async function startPrinter() {
  const paper: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (chunk) => paper.push(chunk)).on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = z.object({ port: z.number() }).parse(server.address())
  return {
    uri: `tcp://127.0.0.1:${address.port}`,
    text: () => Buffer.concat(paper).toString('latin1'),
    close: () => server.close(),
  }
}

async function answering(dataDir: string, hasEnded: () => boolean): Promise<RemoteStation> {
  for (const giveUpAt = performance.now() + OPENS_WITHIN_MS; performance.now() < giveUpAt; await sleep(200)) {
    if (hasEnded()) throw new Error('the window ended by itself')
    const remote = await connectControl(dataDir)
    if (remote !== null) return remote
  }
  throw new Error('the window did not open its station in time')
}

/** Each step in turn; `say` is told of those that are done. @throws Error of the first that fails */
export async function tryInstalled(
  program: readonly string[],
  dataDir: string,
  say: (line: string) => void,
  env = process.env,
) {
  const data = ['--data', dataDir]
  const { rates } = z
    .object({ rates: z.array(z.unknown()).min(1) })
    .parse(await command(program, [...QUOTE, ...data], env))
  say(`quotes from the command line: ${rates.length} rates`)

  const printer = await startPrinter()
  const label = join(dataDir, 'label.zpl')
  writeFileSync(label, LABEL)
  await command(program, ['print', '--file', label, '--printer', printer.uri, ...data], env)
  printer.close()
  if (!printer.text().includes('DOCK 4')) throw new Error('the label did not come to the printer')
  say('prints from the command line')

  const window = start(program, data, env)
  let hasEnded = false
  void window.ended.catch(() => undefined).then(() => (hasEnded = true))
  try {
    const remote = await answering(dataDir, () => hasEnded)
    const state = await remote.invoke('station.state', {})
    remote.close()
    if (!state.ok) throw new Error(state.error.message)
    say('opens its window, and its station answers')
    await command(program, [...QUOTE, ...data], env)
    say('quotes from the command line beside the window')
    const { code } = await start(program, data, env).ended
    if (code !== 0) throw new Error(`a second start ended with ${code}`)
    say('lets no second one in')
  } finally {
    window.child.kill()
    await window.ended.catch(() => undefined)
  }
  if (!existsSync(join(dataDir, 'ledger.db'))) throw new Error('the records are gone')
  say(`leaves its records in ${dataDir}`)
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-try-'))
  try {
    await tryInstalled(process.argv.slice(2), dataDir, (line) => console.log(`ok ${line}`))
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.error(
      `failed: ${error instanceof Error ? error.message : String(error)}; its records and logs are in ${dataDir}`,
    )
    process.exitCode = 1
  }
}
