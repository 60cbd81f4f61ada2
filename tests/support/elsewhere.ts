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
