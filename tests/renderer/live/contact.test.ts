import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Contact, withContact } from '../../../src-renderer/live/contact.svelte.ts'
import type { Lifeline } from '../../../src-renderer/station.ts'
import { fakeTransport } from '../../../src-renderer/transports/fake.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function followed() {
  const contact = new Contact()
  let lifeline: Lifeline | undefined
  const transport = withContact(
    { ...fakeTransport({}), subscribe: (_listener, _onGap, given) => ((lifeline = given), () => undefined) },
    contact,
  )
  transport.subscribe(
    () => undefined,
    () => undefined,
  )
  if (!lifeline) throw new Error('the transport is given a lifeline')
  return { contact, lifeline }
}

test('a station that does not come back at once is away, and there again when its stream is open', () => {
  const { contact, lifeline } = followed()
  lifeline.onLost()
  expect(contact.state).toBe('there')
  vi.advanceTimersByTime(5_000)
  expect(contact.state).toBe('away')
  lifeline.onLost()
  lifeline.onOpen()
  vi.advanceTimersByTime(5_000)
  expect(contact.state).toBe('there')
})

test('a page of a station that was ended says so, until it is let in again', () => {
  const { contact, lifeline } = followed()
  lifeline.onLost()
  lifeline.onRefused()
  vi.advanceTimersByTime(5_000)
  expect(contact.state).toBe('over')
  lifeline.onOpen()
  expect(contact.state).toBe('there')
})

test('a command that is refused for its session tells the same', async () => {
  const contact = new Contact()
  const error = { code: 'SESSION_ENDED', message: 'over', retryable: false, details: {} }
  const transport = withContact({ ...fakeTransport({}), invoke: async () => ({ ok: false, error }) }, contact)
  await transport.invoke('jobs.list', {})
  expect(contact.state).toBe('over')
})
