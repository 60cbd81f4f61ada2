import { describe, expect, it } from 'vitest'
import { isOpenChange } from '../../src-shared/machine/change.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { otherService, stationAtOther } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'

/** A station at a service that names its requests in a header alone, as a gateway does. */
async function stationAtGateway(refuses: (method: string, url: string) => boolean = () => false) {
  const sandbox = await testSandbox()
  let count = 0
  const ids: string[] = []
  const headers = (path: string) => {
    ids.push(`gw-${++count} ${path}`)
    return { 'x-request-id': `gw-${count}` }
  }
  const service = await otherService(
    sandbox,
    ({ url }, { status, body }) => {
      const text = JSON.stringify(body, (key, value: unknown) => (key === 'requestId' ? undefined : value))
      return { status, body: text, headers: headers(url) }
    },
    ({ method, url }) =>
      refuses(method, url) ? { status: 400, body: { message: 'The dock is closed' }, headers: headers(url) } : null,
    ({ url }) => headers(url),
  )
  const station = await stationAtOther(sandbox, service)
  const quote = await station.run('quotes.request', palletsToChicago())
  const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
  const ended = (state: string) =>
    station.until(state, async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.state === state ? booking : null
    })
  const idOf = (word: string) => ids.find((id) => id.includes(word))?.split(' ')[0]
  const countOf = (word: string) => ids.filter((id) => id.includes(word)).length
  return { ...station, bookingId, ended, idOf, countOf }
}

describe('the ids that the service gives its answers', () => {
  it('are kept of the quote, the booking, its labels and its changes', async () => {
    const desk = await stationAtGateway()
    await desk.ended('BOOKED')
    await desk.until('the label', async () => {
      const { hasLabel } = await desk.run('bookings.get', { bookingId: desk.bookingId })
      return hasLabel ? true : null
    })
    const change = { kind: 'cancel', reason: 'The customer called', refundRequested: true } as const
    await desk.run('bookings.requestChange', { submissionId: 'change-form-1', bookingId: desk.bookingId, change })
    await desk.until('the change', async () => {
      const [found] = await desk.run('bookings.changes', { bookingId: desk.bookingId })
      return found && !isOpenChange(found) ? found : null
    })
    const answers = await desk.run('bookings.answers', { bookingId: desk.bookingId })
    expect(answers.map(({ subjectKind, action, requestId }) => [subjectKind, action, requestId])).toEqual(
      expect.arrayContaining([
        ['booking', 'submitted', desk.idOf('/quote')],
        ['booking', 'booked', desk.idOf('/book-shipment')],
        ['label', 'kept', desk.idOf('/labels')],
        ['label', 'fetched', desk.idOf('/documents/')],
        ['change', 'done', desk.idOf('/update-shipment/')],
      ]),
    )
  })

  it('are kept of a refusal, and stand in its error', async () => {
    const desk = await stationAtGateway((method, url) => method === 'POST' && url.endsWith('/book-shipment'))
    const { error } = await desk.ended('REJECTED')
    const requestId = desk.idOf('/book-shipment')
    expect(error).toMatchObject({ message: 'The dock is closed', details: { requestId } })
    expect(await desk.run('bookings.answers', { bookingId: desk.bookingId })).toContainEqual(
      expect.objectContaining({ action: 'rejected', code: 'INVALID_REQUEST', requestId }),
    )
  })

  it('are kept of a label that could not be had, once however often it is asked for', async () => {
    const desk = await stationAtGateway((_method, url) => url.includes('/labels'))
    await desk.ended('BOOKED')
    const refused = () => desk.run('bookings.answers', { bookingId: desk.bookingId })
    const first = await desk.until('the refusal', async () => {
      const row = (await refused()).find(({ action }) => action === 'not_fetched')
      return row ?? null
    })
    expect(first).toMatchObject({ subjectKind: 'label', code: 'INVALID_REQUEST', requestId: desk.idOf('/labels') })
    const asked = desk.countOf('/labels')
    await desk.run('tracking.sync', {})
    await desk.until('another try', async () => (desk.countOf('/labels') > asked ? true : null))
    expect((await refused()).filter(({ action }) => action === 'not_fetched')).toHaveLength(1)
  })
})
