import { expect, test } from 'vitest'
import { forwardEvents, serveCommands } from '../../src-main/shell/desktop/ipc.ts'
import { scriptedStation } from '../support/scripted-station.ts'

interface Frame {
  url: string
  parent: unknown
}
type Listener = (event: { senderFrame: Frame | null }, name: unknown, input: unknown) => Promise<unknown>

const ourPage = { url: 'waybill://app/#/pack', parent: null }

function openChannel(station = scriptedStation()) {
  const channels = new Map<string, Listener>()
  serveCommands({ handle: (channel, listener) => channels.set(channel, listener) }, station)
  const call = async (senderFrame: Frame | null, name: unknown, input: unknown) => {
    const listener = channels.get('waybill:invoke')
    if (!listener) throw new Error('the channel is not open')
    return listener({ senderFrame }, name, input)
  }
  return { station, call, channels }
}

test('our page reaches the station through one channel', async () => {
  const { call, channels, station } = openChannel()
  expect(await call(ourPage, 'quotes.get', { id: 'q1' })).toEqual({ ok: true, value: { fine: true } })
  expect(station.received).toEqual([{ name: 'quotes.get', input: { id: 'q1' } }])
  expect([...channels.keys()]).toEqual(['waybill:invoke'])
})

test.each<[string, Frame | null]>([
  ['another site', { url: 'https://evil.example/', parent: null }],
  ['a file', { url: 'file:///tmp/x.html', parent: null }],
  ['a look-alike', { url: 'waybill://app.evil/', parent: null }],
  ['a frame inside our page', { url: 'waybill://app/', parent: ourPage }],
  ['a frame that is gone', null],
])('a call from %s is refused before the station sees it', async (_name, frame) => {
  const { call, station } = openChannel()
  await expect(call(frame, 'station.state', {})).rejects.toThrow('refused')
  expect(station.received).toEqual([])
})

test('a page hears events until it is gone or is told no more', () => {
  const station = scriptedStation()
  const sent: unknown[] = []
  let isGone = false
  const stop = forwardEvents(station, {
    isDestroyed: () => isGone,
    send: (channel, payload) => sent.push([channel, payload]),
  })
  const event = { name: 'jobs.changed', payload: { jobId: 'job_1' } } as const
  station.emit(event)
  isGone = true
  station.emit(event)
  expect(sent).toEqual([['waybill:event', event]])
  stop()
  expect(station.listeners()).toBe(0)
})
