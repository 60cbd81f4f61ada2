import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import type { Clock } from '../../src-main/clock.ts'
import { onTestsDate } from '../support/child-date.ts'

export const KEY = 'bench-key'
const cli = join(import.meta.dirname, '../../out/src-sandbox/cli.js')
/** Lets the service's process be asked for its resident memory, from outside of its code. */
const ANSWER_MEMORY = `data:text/javascript,process.on('message', () => process.send(process.memoryUsage().rss))`

export interface ServiceProcess {
  baseUrl: string
  /** From nothing to the line that says it is ready. */
  startMs: number
  residentBytes(): Promise<number>
  close(): Promise<void>
}

/**
 * The built service in a process of its own, as the app starts it; its plan has room for a bench.
 *
 * @param clock whose date it has; absent: the machine's
 */
export async function startService(
  dataDir: string,
  options: readonly string[] = [],
  clock?: Clock,
): Promise<ServiceProcess> {
  const { execArgv, env } = clock === undefined ? { execArgv: [], env: process.env } : onTestsDate(clock)
  if (!existsSync(cli)) throw new Error('out/ is missing: npm run build first')
  // A first start with samples fills the folder in a process of its own, as the app has it.
  if (options.includes('--samples') && !existsSync(join(dataDir, 'sandbox.db'))) {
    await new Promise((resolve) =>
      fork(cli, ['--data', dataDir, '--key', KEY, ...options, '--prepare'], { execArgv, env, stdio: 'ignore' }).once(
        'exit',
        resolve,
      ),
    )
  }
  const start = performance.now()
  const child = fork(cli, ['--data', dataDir, '--key', KEY, '--plan', 'enterprise', ...options], {
    execArgv: [...execArgv, '--import', ANSWER_MEMORY],
    env,
    silent: true,
  })
  child.stderr?.pipe(process.stderr)
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const ready = /^sandbox ready (\S+)$/m.exec(printed)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  return {
    baseUrl,
    startMs: performance.now() - start,
    residentBytes: () => {
      const answer = new Promise<number>((resolve) => child.once('message', (bytes) => resolve(Number(bytes))))
      child.send('memory')
      return answer
    },
    close: () => ended(child),
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

/** The same server with one route that answers `body` to any POST and does nothing else, in a process of its own. */
export function startBareRoute(body: string): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), ['--bare-route'])
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (port) => {
      resolve({ baseUrl: `http://127.0.0.1:${Number(port)}`, close: () => ended(child) })
    })
    child.send(body)
  })
}

if (process.argv[2] === '--bare-route') {
  process.once('message', (text) => {
    const answer: object = JSON.parse(String(text))
    const app = new Hono()
    app.post('/quote', (c) => c.json(answer))
    const server = createAdaptorServer({ fetch: app.fetch, hostname: '127.0.0.1' })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') process.send?.(address.port)
    })
  })
  process.once('disconnect', () => process.exit())
}
