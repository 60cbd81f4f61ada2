import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { onTestsDate } from '../support/child-date.ts'

export const KEY = 'bench-key'
const cli = join(import.meta.dirname, '../../out/src-sandbox/cli.js')

export interface ServiceProcess {
  baseUrl: string
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
  const child = fork(cli, ['--data', dataDir, '--key', KEY, '--plan', 'enterprise', ...options], {
    execArgv,
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
  return { baseUrl, close: () => ended(child) }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}
