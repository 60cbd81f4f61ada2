import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { programOf } from '../support/program.ts'
import { tempDir } from '../support/temp-dir.ts'

const entry = programOf('src-main/shell/browser/main.ts')

/** The browser shell as a person starts it. */
function start(...args: string[]) {
  return run(['--no-open', ...args], process.env)
}

function run(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [entry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
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

function redeem(origin: string, hash: string): Promise<Response> {
  return fetch(`${origin}/open`, { method: 'POST', headers: { origin, 'x-waybill-link': hash.slice(1) } })
}

/** Runs commands as the page does that was let in. */
async function pageOf(opened: Response, origin: string) {
  const headers = {
    cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '',
    origin,
    'x-waybill-session': await opened.text(),
    'content-type': 'application/json',
  }
  return async (name: string): Promise<unknown> => {
    const answer = await fetch(`${origin}/command/${name}`, { method: 'POST', headers, body: '{}' })
    return answer.json()
  }
}

describe('the browser shell', { timeout: 120_000 }, () => {
  test('prints one address that opens the app, and Ctrl-C ends it and the embedded service cleanly', async () => {
    const dataDir = tempDir()
    const { child, ended, url } = start('--data', dataDir)
    const address = await url()
    const { origin, hash } = new URL(address)
    const opened = await redeem(origin, hash)
    const page = await pageOf(opened, origin)
    expect(await page('station.state')).toMatchObject({ ok: true, value: { environment: { kind: 'embedded' } } })
    // The embedded service has started when it has answered: closing does not have to wait for that.
    expect(await page('tracking.sync')).toMatchObject({ ok: true })

    child.kill('SIGINT')
    expect(await ended).toBe(0)

    // Nothing is left that holds the folder.
    const again = start('--data', dataDir)
    const anew = new URL(await again.url())
    const next = await pageOf(await redeem(anew.origin, anew.hash), anew.origin)
    expect(await next('tracking.sync')).toMatchObject({ ok: true })
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test('a second one on the same folder opens the one that runs with a new address', async () => {
    const dataDir = tempDir()
    const first = start('--data', dataDir)
    const used = new URL(await first.url())
    expect((await redeem(used.origin, used.hash)).status).toBe(200)
    const second = start('--data', dataDir)
    const anew = new URL(await second.url())
    expect(await second.ended).toBe(0)
    expect(second.said()).toContain('running already')
    expect(anew.origin).toBe(used.origin)
    const page = await pageOf(await redeem(anew.origin, anew.hash), anew.origin)
    expect(await page('station.state')).toMatchObject({ ok: true })
    // Records that are in use are not replaced.
    const other = start('--data', dataDir, '--new-ledger')
    expect(await other.ended).toBe(1)
    expect(other.said()).toMatch(/in use|already open|another/i)
    expect(other.said()).not.toContain('    at ')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
  })

  test('an option that does not exist or makes no sense is answered in one line', async () => {
    const refusals = [
      [['--colour', 'red'], "Unknown option '--colour'"],
      [['--port', '70000'], '--port must be 0 to 65535'],
      [['--port', 'x'], '--port: must be a number'],
      [['stray'], "Unexpected argument 'stray'"],
    ] as const
    for (const [args, why] of refusals) {
      const { ended, said } = start('--data', tempDir(), ...args)
      expect(await ended, args.join(' ')).toBe(2)
      expect(said().trim()).toBe(`${why}; see --help`)
    }
  })
})

/** The arguments of every process of this machine, as any user of it can read them. */
function argumentsOfAll(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => readIfThere(`/proc/${pid}/cmdline`)).join('\n')
}

/** A process may end while it is looked at. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

describe('the browser that is opened', { timeout: 120_000 }, () => {
  test.skipIf(process.platform !== 'linux')(
    'is given the way in by a file that only this user can read, not in its arguments',
    async () => {
      const dataDir = tempDir()
      const bin = tempDir()
      // Stays, as a browser does, and says where it was sent.
      const opened = join(bin, 'opened')
      writeFileSync(
        join(bin, 'xdg-open'),
        `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\nsleep 20\n`,
        {
          mode: 0o755,
        },
      )
      // No embedded service is started for another one that cannot be reached.
      const env = {
        ...process.env,
        WAYBILL_BASE_URL: 'http://127.0.0.1:1/api/v1',
        DISPLAY: ':0',
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      }
      const { child, ended, url, said } = run(['--data', dataDir], env)
      const address = await url()
      const { origin, hash } = new URL(address)
      await expect.poll(() => existsSync(opened)).toBe(true)

      const all = argumentsOfAll()
      expect(all).toContain('open-waybill.html')
      expect(all).not.toContain(hash.slice(1))

      const file = readFileSync(opened, 'utf8')
      expect(file).toBe(join(dataDir, 'open-waybill.html'))
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8')).toContain(`url=${address}"`)

      const winner = await redeem(origin, hash)
      expect(winner.status).toBe(200)
      await expect.poll(() => existsSync(file)).toBe(false)
      expect((await redeem(origin, hash)).status).toBe(409)
      await expect.poll(said).toContain('SESSION_CONTESTED')
      const state = await fetch(`${origin}/command/station.state`, {
        method: 'POST',
        headers: {
          cookie: winner.headers.get('set-cookie')?.split(';')[0] ?? '',
          origin,
          'x-waybill-session': await winner.text(),
          'content-type': 'application/json',
        },
        body: '{}',
      })
      expect(await state.json()).toMatchObject({
        ok: true,
        value: { notices: [{ code: 'SESSION_CONTESTED', message: expect.stringContaining('press Ctrl-C') }] },
      })
      child.kill('SIGINT')
      expect(await ended).toBe(0)
    },
  )
})
