import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { loopbackTransport } from '../../src-renderer/transports/loopback.ts'
import { preloadTransport, type PreloadBridge } from '../../src-renderer/transports/preload.ts'
import type { Transport } from '../../src-renderer/station.ts'

/** A host behind a transport: what came to it, and what it answers; it throws what the test throws. */
interface Host {
  transport: Transport
  received: unknown[]
}
type Answers = () => unknown

/** IPC clones as Electron does: a proxy cannot cross. */
function overPreload(answers: Answers): Host {
  const received: unknown[] = []
  const bridge = {
    invoke: (name: string, input: unknown) => {
      received.push([name, structuredClone(input)])
      return Promise.resolve(answers())
    },
    subscribe: () => () => undefined,
  }
  return { received, transport: preloadTransport(bridge as PreloadBridge) }
}

function overLoopback(answers: Answers): Host {
  const received: unknown[] = []
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    received.push([path.split('/').at(-1), JSON.parse(init.body)])
    return new Response(JSON.stringify(answers()))
  })
  return { received, transport: loopbackTransport() }
}

afterEach(() => vi.unstubAllGlobals())

describe.each([
  ['the desktop', overPreload],
  ['the browser', overLoopback],
])('the transport of %s', (_name, over) => {
  const ask = (host: Host, input: object = {}): Promise<CommandResult<unknown>> =>
    host.transport.invoke('quotes.get', input as never)

  test('takes a form as it is on screen, a proxy of a proxy, and hands on its data', async () => {
    const fine = { ok: true, value: { fine: true } }
    const host = over(() => fine)
    const form = new Proxy({ quoteId: 'q1', left: undefined, pieces: new Proxy([{ lb: 500 }], {}) }, {})
    expect(await ask(host, form)).toEqual(fine)
    expect(host.received).toEqual([['quotes.get', { quoteId: 'q1', pieces: [{ lb: 500 }] }]])
  })

  test('hands on what the station refuses', async () => {
    const refused = { ok: false, error: { code: 'NOT_FOUND', message: 'no', retryable: false, details: {} } }
    expect(await ask(over(() => refused))).toEqual(refused)
  })

  test.each([
    ['throws', () => null],
    ['answers nothing', () => null],
    ['answers what is none', () => 'ok'],
  ])('makes an answer of a host that %s', async (how, answers) => {
    const fails = () => {
      throw new Error('the other side is gone')
    }
    const host = over(how === 'throws' ? fails : answers)
    expect(await ask(host)).toMatchObject({ ok: false, error: { code: 'HOST_UNREACHABLE', retryable: true } })
  })

  test('makes an answer of input that is no data', async () => {
    const round: Record<string, unknown> = {}
    round['itself'] = round
    expect(
      await ask(
        over(() => null),
        round,
      ),
    ).toMatchObject({ ok: false, error: { code: 'HOST_UNREACHABLE' } })
  })
})
