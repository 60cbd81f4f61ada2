import type * as Fs from 'node:fs'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { passingTime } from '../world/processes/passing-time.ts'
import { BATCH_HEADERS, batchCells, batchCsv } from '../support/batch-files.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

/** What another program does to a file of Windows, which no system here can be made to: opening or moving it fails. */
const held = vi.hoisted(() => ({ open: new Map<string, string>(), move: new Map<string, string>() }))
const refusal = vi.hoisted(() => (code: string) => Object.assign(new Error(code), { code }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  const { Readable } = await import('node:stream')
  return {
    ...fs,
    createReadStream: (...given: Parameters<typeof fs.createReadStream>) => {
      const code = held.open.get(basename(String(given[0])))
      if (code === undefined) return fs.createReadStream(...given)
      return new Readable({ read: (): void => void 0, construct: (done) => done(refusal(code)) })
    },
  }
})
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>()
  return {
    ...fs,
    rename: async (...given: Parameters<typeof fs.rename>) => {
      const code = held.move.get(basename(String(given[0])))
      if (code !== undefined) throw refusal(code)
      return fs.rename(...given)
    },
  }
})

afterEach(() => {
  held.open.clear()
  held.move.clear()
})

async function feed() {
  const sandbox = await testSandbox()
  const timers = passingTime()
  let ahead = 0
  const folder = tempDir()
  const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
  const inTime = <T>(work: () => Promise<T>) => inRuntime({ ...runtime(), timers }, work)
  const { run } = await inTime(() => testStation(sandbox, { background: false, clock }))
  await inTime(() => run('orders.configureFeed', { isOn: true, folder, map: suggestMap(BATCH_HEADERS, 'en') }))
  const cells = batchCells('SO-1', { Provider: '', Service: '' })
  writeFileSync(join(folder, 'a.csv'), batchCsv([cells]))
  return {
    folder,
    pass: timers.pass,
    look: () => inTime(() => run('orders.look', {})),
    settle: () =>
      inTime(async () => {
        await run('orders.look', {})
        ahead += 5_000
        return run('orders.look', {})
      }),
    open: async () => (await run('orders.list', { show: 'open' })).rows.map(({ reference }) => reference),
  }
}

describe('a file of orders that another program has in its hands', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])(
    'is read when it lets go, and is told of while that lasts (%s)',
    async (code) => {
      const { folder, pass, settle, open } = await feed()
      held.open.set('a.csv', code)
      expect(await settle()).toMatchObject({ error: null, files: [] })
      pass(5_000)
      expect(await settle()).toMatchObject({ error: { message: expect.stringContaining('a.csv stays in the folder') } })
      expect([await open(), readdirSync(folder)]).toEqual([[], ['a.csv']])
      held.open.clear()
      pass(15_000)
      expect(await settle()).toMatchObject({ error: null, files: [{ name: 'a.csv', state: 'done', added: 1 }] })
      expect([await open(), readdirSync(folder)]).toEqual([['SO-1'], ['done']])
    },
  )

  it('is read once and moved when it lets go', async () => {
    const { folder, pass, settle, open } = await feed()
    held.move.set('a.csv', 'EPERM')
    expect(await settle()).toMatchObject({
      error: { code: 'FOLDER_GONE', details: { name: 'a.csv', why: 'EPERM' } },
      files: [{ name: 'a.csv', state: 'done', added: 1 }],
    })
    held.move.clear()
    pass(5_000)
    const { error, files } = await settle()
    expect([error, files.length]).toEqual([null, 1])
    expect([await open(), readdirSync(folder)]).toEqual([['SO-1'], ['done']])
  })

  it('and is gone at the moment of reading or moving stops nothing', async () => {
    const { folder, look, settle, open } = await feed()
    await look()
    rmSync(join(folder, 'a.csv'))
    expect(await settle()).toMatchObject({ error: null, files: [] })

    writeFileSync(join(folder, 'b.csv'), batchCsv([batchCells('SO-2', { Provider: '', Service: '' })]))
    held.move.set('b.csv', 'ENOENT')
    expect(await settle()).toMatchObject({ error: null, files: [{ name: 'b.csv', added: 1 }] })
    expect(await open()).toEqual(['SO-2'])
  })
})
