import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withCredentials } from '../../src-main/cli/credentials.ts'
import { runCli } from '../../src-main/cli/cli.ts'
import type { CliIo } from '../../src-main/cli/io.ts'
import { runningClock } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

function io(env: NodeJS.ProcessEnv, said: string[] = []): CliIo {
  return {
    out: (line) => said.push(line),
    say: (line) => said.push(line),
    readFile: async (path) => new Uint8Array(readFileSync(path)),
    writeFile: () => Promise.reject(new Error('no file is written')),
    readInput: () => Promise.reject(new Error('nothing is read')),
    env,
    clock: runningClock(),
    signal: new AbortController().signal,
  }
}

test('secrets are read from the folder that systemd or a container fills; a variable goes first', async () => {
  const folder = tempDir()
  for (const [file, text] of [
    ['api-key', 'key-1\n'],
    ['site-database', 'postgresql://a@b/c'],
  ] as const) {
    writeFileSync(join(folder, file), text)
    chmodSync(join(folder, file), 0o400)
  }
  const asked = { CREDENTIALS_DIRECTORY: folder, WAYBILL_SITE_DATABASE: 'postgresql://set@b/c' }
  const { env } = await withCredentials(io(asked))
  expect(env).toEqual({ ...asked, WAYBILL_API_KEY: 'key-1' })
  expect((await withCredentials(io({}))).env).toEqual({})
})

test('a site that is named in a file is the one that is asked', async () => {
  const data = tempDir()
  const words = ['site', 'stations', '--data', data]
  const without: string[] = []
  await runCli(words, io({}, without))
  expect(without.join()).toContain('DATABASE_UNFIT')
  writeFileSync(join(data, 'site-database'), 'postgresql://waybill@127.0.0.1:1/none\n')
  const said: string[] = []
  expect(await runCli(words, io({ CREDENTIALS_DIRECTORY: data }, said))).toBe(1)
  expect(said.join()).toContain('DATABASE_AWAY')
})
