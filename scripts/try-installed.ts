import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { runCommandOf } from '../src-main/app/run-command.ts'
import { connectControl, type RemoteStation } from '../src-main/control/client.ts'

/**
 * `node scripts/try-installed.ts PROGRAM [ARGUMENTS]`: takes an installed Waybill through its first minutes, each step a line:
 * it quotes and prints from the command line, opens its window, answers beside it, lets no second one in, and keeps a key.
 * Ends with 1 at the first step that fails. Uses a data folder and a printer of its own. With WAYBILL_TRY_KEYCHAIN it fails
 * where the system's keychain does not keep the key.
 */

const OPENS_WITHIN_MS = 90_000
const LABEL = '^XA^FO40,40^A0N,40,40^FDDOCK 4^FS^XZ'
const QUOTE = [
  ...['quote', '--weight', '500', '--size', '48x40x52', '--description', 'Machine parts'],
  ...['--from', '1200 Port Road, Laredo, TX 78045', '--to', '400 W Superior St, Chicago, IL 60654'],
]

const addressSchema = z.object({ port: z.number() })

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts it, and collects all that it says. */
export function startProgram(
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
  const { code, stdout, stderr } = await startProgram(program, [...words, '--json'], env).ended
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout.split('\n').find((line) => /^[[{]/.test(line)) ?? 'null')
}

/** A printer on a TCP port, which keeps what it is sent. */
async function startPrinter() {
  const paper: Buffer[] = []
  const server = createServer((socket) => socket.on('data', (chunk) => paper.push(chunk)).on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = addressSchema.parse(server.address())
  return {
    uri: `tcp://127.0.0.1:${address.port}`,
    text: () => Buffer.concat(paper).toString('latin1'),
    close: () => server.close(),
  }
}

/** A freight service that has nothing, for a key to be of. */
async function startService() {
  const nothing = JSON.stringify({ success: true, data: [], error: null, meta: {} })
  const server = createHttpServer((_, answer) => answer.setHeader('content-type', 'application/json').end(nothing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressSchema.parse(server.address())
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, close: () => server.close() }
}

/** The station of the window that is opening on this folder. @throws Error when it does not come */
export async function answering(dataDir: string, hasEnded = () => false): Promise<RemoteStation> {
  for (const giveUpAt = performance.now() + OPENS_WITHIN_MS; performance.now() < giveUpAt; await sleep(200)) {
    if (hasEnded()) throw new Error('the window closed unexpectedly')
    const remote = await connectControl(dataDir)
    if (remote !== null) return remote
  }
  throw new Error('the window did not open its station in time')
}

/** Its window, and a way to end it. */
function openWindow(program: readonly string[], data: readonly string[], env: NodeJS.ProcessEnv) {
  const { child, ended } = startProgram(program, data, env)
  let isOver = false
  const over = ended.catch(() => undefined).then(() => (isOver = true))
  return {
    hasEnded: () => isOver,
    end: async () => {
      child.kill()
      await over
    },
  }
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

  const service = await startService()
  const first = openWindow(program, data, env)
  let keychain: boolean
  try {
    const remote = await answering(dataDir, first.hasEnded)
    const run = runCommandOf(remote)
    await run('station.state', {})
    say('opens its window, and its station answers')
    await command(program, [...QUOTE, ...data], env)
    say('quotes from the command line beside the window')
    const { code } = await startProgram(program, data, env).ended
    if (code !== 0) throw new Error(`a second start ended with ${code}`)
    say('lets no second one in')
    const state = await run('environment.use', {
      kind: 'service',
      baseUrl: service.baseUrl,
      apiKey: `trial-${crypto.randomUUID()}`,
    })
    keychain = state.keychainAvailable
    if (!keychain && env['WAYBILL_TRY_KEYCHAIN']) throw new Error(`no keychain: ${state.keychainLack ?? ''}`)
    remote.close()
  } finally {
    await first.end()
  }

  const again = openWindow(program, data, env)
  try {
    const remote = await answering(dataDir, again.hasEnded)
    const run = runCommandOf(remote)
    const { keyStorage } = await run('station.state', {})
    if (keyStorage !== (keychain ? 'keychain' : 'none')) throw new Error(`after a start the key is in: ${keyStorage}`)
    await run('environment.use', { kind: 'embedded' })
    say(keychain ? 'keeps a key in the keychain' : 'keeps a key for one run alone: there is no keychain')
    remote.close()
  } finally {
    service.close()
    await again.end()
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
