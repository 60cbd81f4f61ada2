import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ANSWER_WITHIN_MS, post, type Resolver } from '../../src-sandbox/webhooks/post.ts'
import { signedBody } from '../../src-node/signed-body.ts'
import { testReceiver } from './receiver.ts'

const signed = signedBody(
  { eventId: 'WHE-1', eventType: 'quote.created', timestamp: '2026-11-21T10:00:00Z', data: {} },
  'a secret of the receiver',
)
const never = new AbortController().signal

describe('a post to a name', () => {
  test('that resolves to this machine without saying so never connects', async () => {
    const receiver = await testReceiver()
    const { port } = new URL(receiver.url)
    const rebound: Resolver = async () => [{ address: '127.0.0.1', family: 4 }]
    const outcome = await post(`https://rebound.example.com:${port}/`, signed, never, rebound)
    expect(outcome).toEqual({
      status: null,
      error: 'leads to 127.0.0.1, which is not an address of the public internet',
    })
    expect(receiver.received).toHaveLength(0)
  })

  test('of this machine arrives', async () => {
    const receiver = await testReceiver()
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await post(url, signed, never)).toEqual({ status: 204, error: null })
    expect(receiver.received[0]?.body).toBe(signed.body)
  })

  test('that nobody has is told in its own words', async () => {
    const nobody: Resolver = async () => []
    expect(await post('https://nobody.example.com/', signed, never, nobody)).toEqual({
      status: null,
      error: 'nobody.example.com has no address',
    })
  })

  test('that is not answered in ten seconds is given up, and says so', async () => {
    const receiver = await testReceiver()
    receiver.answer = null
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const outcome = post(receiver.url, signed, never)
    await receiver.count(1)
    vi.advanceTimersByTime(ANSWER_WITHIN_MS - 1)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await outcome).toEqual({ status: null, error: 'no answer within 10 s' })
  })

  test('ends when it is called off', async () => {
    const receiver = await testReceiver()
    receiver.answer = null
    const stop = new AbortController()
    const outcome = post(receiver.url, signed, stop.signal)
    await receiver.count(1)
    stop.abort()
    expect(await outcome).toMatchObject({ status: null })
  })
})
