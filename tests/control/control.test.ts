import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { once } from 'node:events'
import fc from '../support/fast-check.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newAccess, publishAccess, readAccess, type ControlAccess } from '../../src-main/control/address.ts'
import { connectControl, type RemoteStation } from '../../src-main/control/client.ts'
import { lineReader } from '../../src-main/control/lines.ts'
import { openControl, type ControlTimes } from '../../src-main/control/server.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { tempDir } from '../support/temp-dir.ts'

type Invoke = (name: string, input: unknown) => Promise<CommandResult<unknown>>

async function opened(invoke: Invoke, times?: ControlTimes) {
  const dataDir = tempDir()
  const server = await openControl({ invoke }, dataDir, times)
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

/** A connection that says what it is told to, greeted. */
async function caller(dataDir: string) {
  const { address, callerSecret } = accessOf(dataDir)
  const socket = connect(address)
  onTestFinished(() => void socket.destroy())
  socket.write(`${JSON.stringify({ callerSecret })}\n`)
  await once(socket, 'data')
  // A broken pipe ends in `close` as well.
  socket.on('error', () => undefined)
  return socket
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** How it is reached, as its own user reads it. */
function accessOf(dataDir: string): ControlAccess {
  const access = readAccess(dataDir)
  if (access === null) throw new Error('it is not published')
  return access
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
      writeFileSync(join(dataDir, 'control.json'), 'left behind', { mode: 0o644 })
      expect(await connectControl(dataDir)).toBeNull()
      const server = await openControl({ invoke: async () => ({ ok: true, value: null }) }, dataDir)
      onTestFinished(async () => server?.close())
      for (const file of ['control.sock', 'control.json'])
        expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600)
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
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is not there on a disk that knows no sockets, and the window is', async () => {
    const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => faults.mockRestore())
    const nowhere = join(tempDir(), 'gone')
    expect(await openControl({ invoke: () => new Promise(() => undefined) }, nowhere)).toBeNull()
    expect(faults).toHaveBeenCalledOnce()
  })

  it('says so when it ends without an answer', async () => {
    const { dataDir } = await opened(() => new Promise(() => undefined), { closeMs: 10 })
    const station = await remote(dataDir)
    const answer = station.invoke('never', {})
    station.close()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'STATION_GONE', retryable: false } })
    expect(await station.invoke('later', {})).toMatchObject({ ok: false, error: { code: 'STATION_GONE' } })
  })

  it.each(['not json\n', '{"id":"x"}\n', '[]\n'])('hangs up on a caller that says %j', async (line) => {
    const { dataDir } = await opened(async () => ({ ok: true, value: null }))
    const socket = await caller(dataDir)
    socket.write(line)
    await closed(socket)
    expect(await (await remote(dataDir)).invoke('x', {})).toEqual({ ok: true, value: null })
  })
})

describe('another user of the machine who finds the pipe', () => {
  it('cannot know its name before, which is new at each start', () => {
    const [one, other] = [newAccess('C:\\Data', 'win32'), newAccess('C:\\Data', 'win32')]
    expect(one?.address).toMatch(/^\\\\\.\\pipe\\waybill-[\w-]{43}$/)
    expect(one?.address).not.toBe(other?.address)
  })

  it.each([
    ['knows no secret', () => ({ callerSecret: '' })],
    ['repeats what Waybill shows', ({ stationSecret }: ControlAccess) => ({ callerSecret: stationSecret })],
    ['begins with a command', () => ({ id: 1, name: 'x', input: {} })],
  ])('runs no command and hears nothing where a caller %s', async (_what, greeting) => {
    const names: string[] = []
    const { dataDir } = await opened(async (name) => {
      names.push(name)
      return { ok: true, value: null }
    })
    const access = accessOf(dataDir)
    const socket = connect(access.address)
    const heard: Buffer[] = []
    socket.on('data', (chunk) => heard.push(chunk)).on('error', () => undefined)
    socket.write(`${JSON.stringify(greeting(access))}\n{"id":1,"name":"x","input":{}}\n`)
    await once(socket, 'close')
    expect([names, Buffer.concat(heard).toString()]).toEqual([[], ''])
  })

  it('is hung up on when it does not greet', async () => {
    const { dataDir } = await opened(async () => ({ ok: true, value: null }), { patienceMs: 50 })
    const socket = connect(accessOf(dataDir).address)
    await once(socket, 'close')
    expect(socket.bytesRead).toBe(0)
  })

  it('gets no command by taking the name of a Waybill that died', async () => {
    const dataDir = tempDir()
    const access = newAccess(dataDir)
    if (access === null) throw new Error('the temporary folder is too deep for a socket')
    publishAccess(dataDir, access)
    const heard: string[] = []
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        heard.push(chunk.toString())
        socket.write(`${JSON.stringify({ hello: 'waybill', stationSecret: access.callerSecret })}\n`)
      })
    }).listen(access.address)
    onTestFinished(() => void impostor.close())
    await once(impostor, 'listening')
    expect(await connectControl(dataDir)).toBeNull()
    expect(heard.join('')).toBe(`${JSON.stringify({ callerSecret: access.callerSecret })}\n`)
  })
})

describe('a caller that is clumsy or means harm', () => {
  it('waits no longer than it must for one that took the name and says nothing', async () => {
    const dataDir = tempDir()
    const access = newAccess(dataDir)
    if (access === null) throw new Error('the temporary folder is too deep for a socket')
    const silent = createServer(() => undefined)
    silent.listen(access.address)
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    publishAccess(dataDir, access)
    expect(await connectControl(dataDir, 30)).toBeNull()
  })

  it('may say four mebibytes in a line and no more', async () => {
    const { dataDir } = await opened(async (_name, input) => ({ ok: true, value: JSON.stringify(input).length }))
    const station = await remote(dataDir)
    expect(await station.invoke('x', 'a'.repeat(4_000_000))).toEqual({ ok: true, value: 4_000_002 })
    // Our own client says so itself; another is hung up on.
    expect(await station.invoke('x', 'a'.repeat(5_000_000))).toMatchObject({ ok: false, error: { code: 'TOO_LARGE' } })
    const socket = await caller(dataDir)
    socket.write('x'.repeat(5_000_000))
    await closed(socket)
    expect(await station.invoke('x', 'still here')).toEqual({ ok: true, value: 12 })
  })

  it.each([
    ['of many rows', () => Array.from({ length: 20_000 }, () => 'x'.repeat(1_000))],
    ['of signs that grow when they are written', () => '\u0001'.repeat(4_000_000)],
    ['of letters that take three bytes', () => '日'.repeat(8_000_000)],
  ])('is told when an answer %s is longer than sixteen mebibytes', async (_what, value) => {
    const { dataDir } = await opened(async () => ({ ok: true, value: value() }))
    expect(await (await remote(dataDir)).invoke('shipments.search', {})).toMatchObject({
      ok: false,
      error: { code: 'TOO_LARGE', details: { most: 16 * 1024 * 1024 } },
    })
  })

  it('gets an answer that just fits', async () => {
    const value = 'x'.repeat(16 * 1024 * 1024 - 100)
    const { dataDir } = await opened(async () => ({ ok: true, value }))
    const answer = await (await remote(dataDir)).invoke('x', {})
    expect(answer.ok && answer.value === value).toBe(true)
  })

  it('is hung up on when it drips a line and never ends it', async () => {
    const { dataDir } = await opened(async () => ({ ok: true, value: null }), { patienceMs: 200 })
    const socket = await caller(dataDir)
    const drip = setInterval(() => socket.write('x'), 20)
    await closed(socket)
    clearInterval(drip)
  })

  it('is hung up on when it takes no answers, which are not piled up for it', async () => {
    let begun = 0
    const { dataDir } = await opened(
      async () => {
        begun += 1
        return { ok: true, value: 'x'.repeat(1_000_000) }
      },
      { patienceMs: 300 },
    )
    const socket = await caller(dataDir)
    socket.pause()
    socket.write('{"id":1,"name":"x","input":{}}\n'.repeat(2_000))
    // A socket that does not read notices only by writing that the other end is gone.
    const knocks = setInterval(() => socket.write('\n'), 50)
    await closed(socket)
    clearInterval(knocks)
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(40)
  })

  it('has its commands run a few at a time, each one answered', async () => {
    let atOnce = 0
    let most = 0
    const { dataDir } = await opened(async (_name, input) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return { ok: true, value: input }
    })
    const station = await remote(dataDir)
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => station.invoke('x', n)))
    expect(answers).toEqual(Array.from({ length: 300 }, (_, n) => ({ ok: true, value: n })))
    expect(most).toBeLessThanOrEqual(8)
  })

  it('keeps nobody else out by idle connections, and no command is broken off for one', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
    const { dataDir } = await opened(async (name) => {
      if (name === 'slow') await mayEnd
      return { ok: true, value: name }
    })
    const early = await remote(dataDir)
    const slow = early.invoke('slow', {})
    for (let count = 0; count < 200; count++) await caller(dataDir)
    expect(await (await remote(dataDir)).invoke('quick', {})).toEqual({ ok: true, value: 'quick' })
    end(undefined)
    expect(await slow).toEqual({ ok: true, value: 'slow' })
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
