import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

const detailsSchema = z.object({ shipmentId: z.string(), reference: z.string(), number: z.string() })
const partialSchema = detailsSchema.partial().catch({})

/**
 * What a notice of the site says to its people, in the language in use. Some codes say at a station what happened to one
 * request there, and at the site what happened between two stations.
 */
export function noticeText(error: StationErrorData, { t, error: textOf }: Pick<Locale, 't' | 'error'>): string {
  const { shipmentId, reference, number } = partialSchema.parse(error.details)
  if (error.code === 'ALREADY_PRINTED' && shipmentId !== undefined) return t('siteNotice.printedTwice', { shipmentId })
  if (error.code === 'DAY_CLOSED' && reference !== undefined && number !== undefined)
    return t('siteNotice.listedTwice', { reference, number })
  if (error.code === 'SHIPMENT_CLAIMED' && reference !== undefined && shipmentId !== undefined)
    return t('siteNotice.oneShipment', { reference, shipmentId })
  return textOf(error)
}
