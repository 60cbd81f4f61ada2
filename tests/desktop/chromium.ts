import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath } from '../support/browser.ts'

/** A Chromium whose pages the app's windows are. */
export interface TestChromium {
  endpoint: string
  close(): Promise<void>
}

export async function startChromium(): Promise<TestChromium> {
  const program = browserPath()
  if (program === null) throw new Error('no Chrome, Chromium or Edge; run npm test, which looks for one')
  const profile = mkdtempSync(join(tmpdir(), 'waybill-chromium-'))
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-prefers-reduced-motion',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Chromium ended at once: ${said}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000)
      const [, url] = /DevTools listening on (ws:\S+)\s/.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
  })
  return {
    endpoint,
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
