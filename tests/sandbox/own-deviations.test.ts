import { expect, test } from 'vitest'
import { z } from 'zod'
import { booked } from './quoting.ts'
import { DAY_MS, dataOf, errorOf, palletRequest, useService } from './service.ts'

const service = useService()
const recordSchema = z.object({
  events: z.array(z.object({ location: z.object({ address: z.string().optional() }) })),
})

test('an event at a terminal has an address', async () => {
  const { shipmentId } = await booked(service)
  await service.jump(6 * DAY_MS)
  const { events } = dataOf(await service.get(`/shipments/${shipmentId}/track`), recordSchema)
  expect(events.length).toBeGreaterThan(3)
  expect(events.filter(({ location }) => location.address === undefined)).toEqual([])
})

test('a load is refused by carriers that cannot take it, not by a limit that nobody named', async () => {
  const [line] = palletRequest().cargo
  const answer = await service.post('/quote', palletRequest({ cargo: line ? [{ ...line, weight: 60_000 }] : [] }))
  expect(errorOf(answer)).toMatchObject({ code: 'NO_RATES_AVAILABLE' })
})

test('SAT codes are found by their group where no goods are called so', async () => {
  const { body } = await service.get('/sat-code/lookup/en/machine%20parts')
  expect(z.object({ data: z.array(z.unknown()) }).parse(body).data.length).toBeGreaterThan(0)
})
