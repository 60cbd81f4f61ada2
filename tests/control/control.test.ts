import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { controlAddress } from '../../src-main/control/address.ts'
import { connectControl, type RemoteStation } from '../../src-main/control/client.ts'
import { lineReader } from '../../src-main/control/lines.ts'
import { openControl } from '../../src-main/control/server.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { tempDir } from '../support/temp-dir.ts'

type Invoke = (name: string, input: unknown) => Promise<CommandResult<unknown>>

async function opened(invoke: Invoke, closeMs?: number) {
  const dataDir = tempDir()
  const server = await openControl({ invoke }, dataDir, closeMs)
  if (server === null) throw new Error('the temporary folder is too deep for a socket')
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await server.close()
  }
  onTestFinished(close)
  return { dataDir, close }
}

async function remote(dataDir: string): Promise<RemoteStation> {
  const station = await connectControl(dataDir)
  if (station === null) throw new Error('nobody answers')
  onTestFinished(() => station.close())
  return station
}

describe('the Waybill that runs', () => {
  it('runs a command for another program and answers each caller its own', async () => {
    const { dataDir } = await opened(async (name, input) => ({ ok: true, value: { name, input } }))
    const [one, other] = [await remote(dataDir), await remote(dataDir)]
    const answers = await Promise.all([
      one.invoke('a', { n: 1 }),
      other.invoke('b', { n: 2 }),
      one.invoke('c', { text: 'línea\n日本' }),
    ])
    expect(answers).toEqual([
      { ok: true, value: { name: 'a', input: { n: 1 } } },
      { ok: true, value: { name: 'b', input: { n: 2 } } },
      { ok: true, value: { name: 'c', input: { text: 'línea\n日本' } } },
    ])
  })

  it('is not there when no Waybill has the folder open', async () => {
    expect(await connectControl(tempDir())).toBeNull()
  })

  it.skipIf(process.platform === 'win32')(
    'lets only its own user in, and takes the place of one that died',
    async () => {
      const dataDir = tempDir()
      writeFileSync(join(dataDir, 'control.sock'), 'left behind')
      const server = await openControl({ invoke: async () => ({ ok: true, value: null }) }, dataDir)
      onTestFinished(async () => server?.close())
      expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
      expect(await (await remote(dataDir)).invoke('x', {})).toEqual({ ok: true, value: null })
    },
  )

  it('finishes the commands under way before it ends, and leaves no socket', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
    const { dataDir, close } = await opened(async () => {
      await mayEnd
      return { ok: true, value: 'finished' }
    })
    const station = await remote(dataDir)
    const answer = station.invoke('slow', {})
    await new Promise((resolve) => setTimeout(resolve, 50))
    const closed = close()
    expect(await connectControl(dataDir)).toBeNull()
    end(undefined)
    expect(await answer).toEqual({ ok: true, value: 'finished' })
    // It came in before the end: it is waited for until it goes by itself.
    const another = station.invoke('another', {})
    expect(await another).toEqual({ ok: true, value: 'finished' })
    station.close()
    await closed
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  })

  it('says so when it ends without an answer', async () => {
    const { dataDir } = await opened(() => new Promise(() => undefined), 10)
    const station = await remote(dataDir)
    const answer = station.invoke('never', {})
    station.close()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'STATION_GONE', retryable: true } })
    expect(await station.invoke('later', {})).toMatchObject({ ok: false, error: { code: 'STATION_GONE' } })
  })

  it.each(['not json\n', '{"id":"x"}\n', '[]\n'])('hangs up on a caller that says %j', async (line) => {
    const { dataDir } = await opened(async () => ({ ok: true, value: null }))
    const socket = connect(controlAddress(dataDir) ?? '')
    socket.write(line)
    socket.resume()
    await once(socket, 'close')
    expect(await (await remote(dataDir)).invoke('x', {})).toEqual({ ok: true, value: null })
  })
})

describe('lines of a stream', () => {
  it('are the same however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(40)), (texts, cuts) => {
        const lines = texts.map((text) => text.replaceAll('\n', ' '))
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const seen: string[] = []
        const read = lineReader(1_000_000, (line) => seen.push(line))
        let at = 0
        for (const cut of cuts) {
          read(bytes.subarray(at, at + cut))
          at = Math.min(bytes.length, at + cut)
        }
        read(bytes.subarray(at))
        expect(seen).toEqual(lines)
      }),
    )
  })

  it('may not be endless', () => {
    const read = lineReader(10, () => undefined)
    expect(() => read(Buffer.alloc(11, 0x61))).toThrow(RangeError)
  })
})
