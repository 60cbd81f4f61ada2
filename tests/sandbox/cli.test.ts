import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
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
  test('ends when whoever started it lets go', async () => {
    const { child, output, exit } = run(['--data', tempDir(), '--key', 'k'])
    await ready(child, output)
    child.disconnect()
    expect(await exit).toEqual([0, null])
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
})
