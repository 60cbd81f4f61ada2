import { randomBytes } from 'node:crypto'
import fc from '../support/fast-check.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { tcpTransport, type TcpDeadlines } from '../../src-main/printing/transports/tcp.ts'
import { ANSWER_LIMIT, type Transport } from '../../src-main/printing/transports/transport.ts'
import { startDeafPort } from '../support/deaf-port.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort, type RawPort, type RawPortOptions } from '../support/raw-port.ts'

/** Tests that wait for a deadline wait for a short one; the others must not run into it. */
const DEADLINES: TcpDeadlines = { connectMs: 10_000, stallMs: 10_000, closeMs: 10_000 }
/** More than any system buffers for one connection, so that a peer that takes nothing is felt. */
const HUGE = 32 * 1024 * 1024

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function printer(options: RawPortOptions = {}): Promise<RawPort> {
  const started = await startRawPort(options)
  open.push(started)
  return started
}

const to = ({ port }: { port: number }, deadlines: Partial<TcpDeadlines> = {}): Transport =>
  tcpTransport({ host: '127.0.0.1', port }, { ...DEADLINES, ...deadlines })

describe('the TCP transport', () => {
  test('delivers every byte of a label to a printer that drains slowly and answers meanwhile', async () => {
    const label = randomBytes(165_000)
    const slow = await printer({ drainRate: 250_000, answer: '\x06' })
    const outcome = await to(slow).send(label)
    expect(outcome).toEqual({ kind: 'accepted', bytes: 165_000, answer: Buffer.from('\x06') })
    expect(slow.received().equals(label)).toBe(true)
  })

  test('passes every byte value unchanged', async () => {
    const printing = await printer()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), async (bytes) => {
        const before = printing.connections.length
        const outcome = await to(printing).send(bytes)
        expect(outcome).toEqual({ kind: 'accepted', bytes: bytes.length, answer: Buffer.alloc(0) })
        expect(printing.connections[before]?.bytes.equals(bytes)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('sends a view into a larger buffer without its surroundings', async () => {
    const printing = await printer()
    const all = randomBytes(1000)
    await to(printing).send(new Uint8Array(all.buffer, all.byteOffset + 100, 50))
    expect(printing.received().equals(all.subarray(100, 150))).toBe(true)
  })

  test('refuses when nobody listens, and nothing was sent', async () => {
    const outcome = await to({ port: await freePort() }).send(randomBytes(10))
    expect(outcome.kind).toBe('refused')
    expect(outcome.kind === 'refused' && outcome.error).toMatchObject({
      code: 'PRINTER_UNREACHABLE',
      retryable: true,
      details: { host: '127.0.0.1', reason: 'ECONNREFUSED' },
    })
  })

  test('reaches a printer that refuses connections while it closes the last one', async () => {
    const port = await freePort()
    const sending = to({ port }, { againMs: Array<number>(100).fill(50) }).send(Buffer.from('label'))
    // Refused at least once before it listens again.
    await expect(to({ port }).check()).resolves.toMatchObject({ code: 'PRINTER_UNREACHABLE' })
    const back = await startRawPort({}, port)
    open.push(back)
    expect(await sending).toMatchObject({ kind: 'accepted', bytes: 5 })
    expect(back.received().toString()).toBe('label')
  })

  test('does not know after a printer reset the connection', async () => {
    const breaking = await printer({ breakAfter: { bytes: 20_000, how: 'RST' } })
    const outcome = await to(breaking).send(randomBytes(HUGE))
    expect(outcome.kind).toBe('unknown')
    expect(outcome.kind === 'unknown' && outcome.error).toMatchObject({ code: 'PRINTER_INTERRUPTED', retryable: false })
    expect(outcome.kind === 'unknown' && outcome.bytes).toBeGreaterThan(0)
  })

  test('does not know after a printer closed its side before taking everything', async () => {
    const leaving = await printer({ breakAfter: { bytes: 20_000, how: 'FIN' } })
    const outcome = await to(leaving).send(randomBytes(HUGE))
    expect(outcome.kind).toBe('unknown')
    expect(outcome.kind === 'unknown' && outcome.error.message).toContain('before taking everything')
  })

  test('gives up connecting to a printer that hangs', async () => {
    const deaf = await startDeafPort()
    open.push(deaf)
    const outcome = await to(deaf, { connectMs: 200 }).send(randomBytes(10))
    expect(outcome.kind === 'refused' && outcome.error.message).toContain('no answer within 0.2 s')
  })

  test('does not know after a printer stopped draining', async () => {
    const silent = await printer({ isSilent: true })
    const outcome = await to(silent, { stallMs: 200 }).send(randomBytes(HUGE))
    expect(outcome.kind === 'unknown' && outcome.error.message).toContain('accepted no data for 0.2 s')
    expect(outcome.kind === 'unknown' && outcome.bytes).toBeLessThan(HUGE)
  })

  test('does not know after a printer that took everything never closed', async () => {
    const lingering = await printer({ neverCloses: true })
    const outcome = await to(lingering, { closeMs: 200 }).send(randomBytes(5000))
    expect(outcome.kind === 'unknown' && outcome.bytes).toBe(5000)
    expect(outcome.kind === 'unknown' && outcome.error.message).toContain('did not close the connection within 0.2 s')
    expect(lingering.received().length).toBe(5000)
  })

  test('is not held up by a printer that never stops talking', async () => {
    const chatty = await printer({ answer: randomBytes(10_000), answersAlways: true })
    const label = randomBytes(1_000_000)
    const outcome = await to(chatty).send(label)
    expect(outcome.kind).toBe('accepted')
    expect(outcome.kind === 'accepted' && outcome.answer.length).toBe(ANSWER_LIMIT)
    expect(chatty.received().equals(label)).toBe(true)
  })

  test('breaks off when told to, and says that some may have left', async () => {
    const silent = await printer({ isSilent: true })
    const stop = new AbortController()
    const sending = to(silent).send(randomBytes(HUGE), { signal: stop.signal, onProgress: () => stop.abort() })
    const outcome = await sending
    expect(outcome.kind).toBe('unknown')
    expect(outcome.kind === 'unknown' && outcome.error.message).toContain('the station closed the connection')
  })

  test('sends nothing when told to stop before it connected', async () => {
    const printing = await printer()
    const outcome = await to(printing).send(randomBytes(10), { signal: AbortSignal.abort() })
    expect(outcome.kind).toBe('refused')
    expect(printing.connections).toHaveLength(0)
  })

  test('looks whether a printer is there without sending anything', async () => {
    const printing = await printer()
    expect(await to(printing).check()).toBeNull()
    expect(printing.received()).toHaveLength(0)
    expect(await to({ port: await freePort() }).check()).toMatchObject({ code: 'PRINTER_UNREACHABLE' })
  })
})
