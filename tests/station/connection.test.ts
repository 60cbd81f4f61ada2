import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src-shared/station/app/state.ts'
import type { ErrorCode } from '../../src-shared/station/error.ts'
import { createConnectionMonitor } from '../../src-main/app/connection.ts'
import { FreightError, type Delivery } from '../../src-main/freight/http/failure.ts'
import { FakeClock } from '../support/fake-clock.ts'

const failure = (code: ErrorCode, delivery: Delivery = 'uncertain') =>
  new FreightError(delivery, { code, message: code })

describe('the connection', () => {
  it('is unknown until the first call, and then what the calls tell', () => {
    const seen: Connection['kind'][] = []
    const monitor = createConnectionMonitor(new FakeClock())
    monitor.subscribe((state) => seen.push(state.kind))
    expect(monitor.state().kind).toBe('unknown')
    monitor.note(null)
    monitor.note(failure('SERVICE_UNREACHABLE', 'unsent'))
    monitor.note(failure('AUTHENTICATION_ERROR', 'refused'))
    monitor.note(failure('INVALID_ADDRESS', 'refused'))
    expect(seen).toEqual(['online', 'offline', 'refused', 'online'])
  })

  it('keeps since when it is offline, through different failures', () => {
    const clock = new FakeClock()
    const monitor = createConnectionMonitor(clock)
    monitor.note(failure('SERVICE_UNREACHABLE', 'unsent'))
    const since = clock.now().toISOString()
    clock.advance(60_000)
    monitor.note(failure('SERVICE_TIMEOUT'))
    expect(monitor.state()).toMatchObject({ kind: 'offline', since, error: { code: 'SERVICE_TIMEOUT' } })
  })

  it('tells a change once', () => {
    let changes = 0
    const monitor = createConnectionMonitor(new FakeClock())
    monitor.subscribe(() => changes++)
    for (let call = 0; call < 5; call++) monitor.note(null)
    expect(changes).toBe(1)
  })
})
