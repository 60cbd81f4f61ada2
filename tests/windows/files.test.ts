import { closeSync, mkdirSync, openSync, readdirSync, readSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../../src-main/cli/exit.ts'
import { testSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { onWindows, windowsForTests, type Windows } from './wine.ts'

const MINUTE_MS = 60_000
/** Of SQLite's locks (SQLite, "The Lock-Byte Page"). */
const [LOCKED_AT, LOCKED_BYTES] = [0x40000000, 512]
const stateSchema = z.object({ keyStorage: z.string() })
const backupsSchema = z.object({ backups: z.array(z.object({ name: z.string() })) })

/** Another program that opens a file and shares it with no one, until the test is over. */
async function hold({ startNode, drive, named, home }: Windows, path: string): Promise<void> {
  const script = join(drive, 'hold.cjs')
  writeFileSync(
    script,
    `const koffi = require(${JSON.stringify(`${home}\\node_modules\\koffi`)})
     const open = koffi.load('kernel32.dll').func('intptr_t __stdcall CreateFileW(str16, uint32_t, uint32_t, void *, uint32_t, uint32_t, void *)')
     const handle = open(process.argv[2], 0x80000000, 0, null, 3, 0, null)
     console.log(Number(handle) > 0 ? 'held' : 'failed')
     setInterval(() => undefined, 1000)`,
  )
  const holder = startNode([named(script), path])
  onTestFinished(() => holder.kill())
  await until('the other program', () => (holder.said().includes('held') ? true : null), { giveUpMs: MINUTE_MS })
}

describe(...onWindows('files, folders and secrets on Windows'), () => {
  const windows = windowsForTests()

  it.each([
    ['deeper than 260 characters', `C:\\${Array.from({ length: 12 }, () => 'a folder with a long name').join('\\')}`],
    ['on another drive', 'D:\\Waybill'],
    ['by its device path', '\\\\?\\C:\\device path'],
    ['with slashes', 'C:/users/Public/with slashes'],
  ])(
    'keeps its records in a folder %s',
    async (_what, data) => {
      const { waybill } = windows()
      const sandbox = await testSandbox({ clock: windows().clock })
      const env = { WAYBILL_DATA: data, WAYBILL_BASE_URL: sandbox.baseUrl, WAYBILL_API_KEY: sandbox.apiKey }
      const made = await waybill(['backup', 'now', '--json'], { env })
      expect([made.code, made.said]).toEqual([EXIT.done, ''])
      expect((await waybill(['backup', 'verify'], { env })).out).toContain('0 bookings')
    },
    5 * MINUTE_MS,
  )

  it(
    'copies records above 1 GiB but for the bytes that SQLite locks',
    async () => {
      const { drive, home, node } = windows()
      const from = join(drive, 'large.db')
      writeFileSync(from, '')
      truncateSync(from, LOCKED_AT + 65_536)
      const places = [LOCKED_AT - 4, LOCKED_AT + LOCKED_BYTES, LOCKED_AT + 4_096, LOCKED_AT + 65_532]
      const file = openSync(from, 'r+')
      for (const at of places) writeSync(file, Buffer.from('here'), 0, 4, at)
      closeSync(file)
      const copied = await node([`${home}\\out\\src-main\\data\\backup\\copy.child.js`, 'C:\\large.db', 'C:\\copy.db'])
      expect([copied.code, copied.out]).toEqual([0, 'copied\n'])
      const copy = openSync(join(drive, 'copy.db'), 'r')
      const read = places.map((at) => {
        const bytes = Buffer.alloc(4)
        readSync(copy, bytes, 0, 4, at)
        return bytes.toString()
      })
      closeSync(copy)
      expect(read).toEqual(places.map(() => 'here'))
    },
    5 * MINUTE_MS,
  )

  it(
    'keeps a key in Credential Manager, where another program finds it, and nowhere in its files',
    async () => {
      const { drive, waybill } = windows()
      const sandbox = await testSandbox({ clock: windows().clock })
      const folder = join(drive, 'users', 'Public', 'Secrets')
      const env = { WAYBILL_DATA: 'C:\\users\\Public\\Secrets' }
      const input = JSON.stringify({ kind: 'service', baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
      const set = await waybill(['call', 'environment.use', '--json', input], { env })
      expect([set.code, set.said]).toEqual([EXIT.done, ''])
      const state = await waybill(['call', 'environment.test'], { env })
      expect(stateSchema.parse(JSON.parse(state.out)).keyStorage).toBe('keychain')
      const inFiles = await windows().node(['-e', FIND_TEXT, 'C:\\users\\Public\\Secrets', sandbox.apiKey])
      expect([inFiles.out, readdirSync(folder).length > 0]).toEqual(['none\n', true])
    },
    5 * MINUTE_MS,
  )

  it(
    'backs up, logs and answers while another program holds an old backup and a log',
    async () => {
      const machine = windows()
      const sandbox = await testSandbox({ clock: windows().clock })
      const folder = join(machine.drive, 'users', 'Public', 'Held')
      mkdirSync(folder, { recursive: true })
      const env = {
        WAYBILL_DATA: 'C:\\users\\Public\\Held',
        WAYBILL_BASE_URL: sandbox.baseUrl,
        WAYBILL_API_KEY: sandbox.apiKey,
      }
      const backUp = async () => {
        const { code, out, said } = await machine.waybill(['backup', 'now', '--json'], { env })
        expect([code, said]).toEqual([EXIT.done, ''])
        return backupsSchema.parse(JSON.parse(out)).backups
      }
      const [first] = await backUp()
      await hold(machine, `C:\\users\\Public\\Held\\backups\\${first?.name ?? ''}`)
      const later = await backUp()
      expect(later.length).toBeGreaterThan(1)
    },
    5 * MINUTE_MS,
  )
})

/** Which files of a folder have a text in them. */
const FIND_TEXT = `
  const { readdirSync, readFileSync, statSync } = require('node:fs')
  const { join } = require('node:path')
  const [folder, text] = process.argv.slice(1)
  const found = readdirSync(folder, { recursive: true }).filter((name) => {
    const path = join(folder, name)
    try { return statSync(path).isFile() && readFileSync(path).includes(text) } catch (error) { return error.code !== 'EBUSY' && error.code !== 'EACCES' }
  })
  console.log(found.length === 0 ? 'none' : found.join())`
