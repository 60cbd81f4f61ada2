import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempDir } from '../support/temp-dir.ts'

const entry = fileURLToPath(new URL('../../src-main/shell/browser-main.ts', import.meta.url))

/** The browser shell as a person starts it. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [entry, '--no-open', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: ending(child), said: () => said, url: () => printedUrl(child, () => said) }
}

function ending(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
}

function printedUrl(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const [url] = /http:\S+/.exec(said()) ?? []
      if (url !== undefined && said().includes(`${url}\n`)) resolve(url)
    }
    child.stdout?.on('data', look)
    child.once('close', () => reject(new Error(`ended early: ${said()}`)))
  })
}

describe('the browser shell', () => {
  test('prints one address that opens the app, and Ctrl-C ends it and the embedded service cleanly', async () => {
    const dataDir = tempDir()
    const { child, ended, url } = start('--data', dataDir)
    const address = await url()
    const opened = await fetch(address, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { origin } = new URL(address)
    const answer = await fetch(`${origin}/command/station.state`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await answer.json()).toMatchObject({ ok: true, value: { environment: { kind: 'embedded' } } })

    child.kill('SIGINT')
    expect(await ended).toBe(0)

    // Nothing is left that holds the folder.
    const again = start('--data', dataDir)
    await again.url()
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test('a second one on the same folder says that the folder is in use', async () => {
    const dataDir = tempDir()
    const first = start('--data', dataDir)
    await first.url()
    const second = start('--data', dataDir)
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(/in use|already open|another/i)
    expect(second.said()).not.toContain('    at ')
    first.child.kill('SIGTERM')
    await first.ended
  })

  test('an option that does not exist or makes no sense is answered with the usage', async () => {
    for (const args of [['--colour', 'red'], ['--port', '70000'], ['--port', 'x'], ['stray']]) {
      const { ended, said } = start('--data', tempDir(), ...args)
      expect(await ended, args.join(' ')).toBe(2)
      expect(said()).toContain('usage: waybill')
      expect(said()).not.toContain('    at ')
    }
  })
})
