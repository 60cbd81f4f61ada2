import { z } from 'zod'
import { palletsToChicago } from './freight.ts'

const bookedSchema = z.object({ data: z.object({ shipmentId: z.string() }) })

/** Books at the service past every station, as by its own web page. @returns the shipment's id */
export async function bookedElsewhere(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  reference: string,
): Promise<string> {
  const { originAddress, destinationAddress, cargo } = palletsToChicago()
  const answer = await fetch(`${baseUrl}/book-shipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ originAddress, destinationAddress, cargo, reference },
      service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
    }),
  })
  return bookedSchema.parse(await answer.json()).data.shipmentId
}

/** Cancels at the service past every station. */
export async function canceledElsewhere(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  shipmentId: string,
): Promise<void> {
  const { ok } = await fetch(`${baseUrl}/update-shipment/${shipmentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Customer changed their mind' }),
  })
  if (!ok) throw new Error(`${shipmentId} was not canceled`)
}
