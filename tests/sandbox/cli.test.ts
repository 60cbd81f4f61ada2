import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { programOf } from '../support/program.ts'
import { tempDir } from '../support/temp-dir.ts'

const CLI = programOf('src-sandbox/cli.ts')

function run(args: string[], env: Record<string, string> = {}) {
  const child = fork(CLI, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)))
  return { child, output, exit: once(child, 'exit') }
}

async function ready(child: ChildProcess, output: { stdout: string }): Promise<string> {
  while (!output.stdout.includes('\n')) await once(child.stdout ?? child, 'data')
  return output.stdout.trim().split(' ').at(-1) ?? ''
}

describe('the command line', () => {
  test('says in one line where it is ready, and ends cleanly on SIGTERM', async () => {
    const { child, output, exit } = run(['--data', tempDir(), '--fault-token', 'T'], {
      WAYBILL_SANDBOX_KEY: 'from-env',
    })
    const baseUrl = await ready(child, output)
    expect(output.stdout).toMatch(/^sandbox ready http:\/\/127\.0\.0\.1:\d+\/api\/v1\n$/)
    const answer = await fetch(`${baseUrl}/shipments`, { headers: { authorization: 'Bearer from-env' } })
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  test('ends when whoever started it lets go', async () => {
    const { child, output, exit } = run(['--data', tempDir(), '--key', 'k'])
    await ready(child, output)
    child.disconnect()
    expect(await exit).toEqual([0, null])
  })

  test('a file of keys that is wrong is told in a sentence', async () => {
    const keys = join(tempDir(), 'keys.json')
    writeFileSync(keys, '[{"key": "k"}]')
    const { output, exit } = run(['--data', tempDir(), '--key', 'k', '--keys', keys])
    expect(await exit).toEqual([1, null])
    expect(output.stderr).toContain(`${keys} must be a JSON list of`)
    expect(output.stderr).not.toContain('    at ')
  })

  test.each([
    [['--data', 'x', '--key', 'k', '--plan', 'gold'], '--plan must be one of sandbox'],
    [['--key', 'k'], '--data DIR is required'],
    [['--data', 'x'], '--key KEY or WAYBILL_SANDBOX_KEY is required'],
    [['--data', 'x', '--key', 'k', '--port', '99999'], '--port must be 0 to 65535'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('wrong options %j are told in a sentence', async (args, sentence) => {
    const { output, exit } = run(args, { WAYBILL_SANDBOX_KEY: '' })
    expect(await exit).toEqual([2, null])
    expect(output.stderr).toContain(sentence)
    expect(output.stderr).toMatch(/^.*; see --help\n$/)
    expect(output.stderr).not.toContain('    at ')
    expect(output.stdout).toBe('')
  })

  test('a port that is taken is told in a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const { output, exit } = run(['--data', tempDir(), '--key', 'k', '--port', String(port)])
    expect(await exit).toEqual([1, null])
    expect(output.stderr).toBe(`Port ${port} is in use by another program; choose another with --port.\n`)
    other.close()
  })

  test('a data folder that another sandbox has open is told in a sentence', async () => {
    const dir = tempDir()
    const first = run(['--data', dir, '--key', 'k'])
    await ready(first.child, first.output)
    const second = run(['--data', dir, '--key', 'k'])
    expect(await second.exit).toEqual([1, null])
    expect(second.output.stderr).toMatch(/sandbox\.db is in use by another sandbox\.\n$/)
    first.child.kill('SIGTERM')
    await first.exit
  })
})
