import type { BookingSummary, BookingWire } from '../../src-shared/station/booking/record.ts'
import { wireAfter } from './wire-body.ts'

/** What may still be put right of a booking that was not sent. */
export interface BookingEdit {
  reference?: string | undefined
  instructions?: string | undefined
  consigneeInfo?: BookingWire['request']['consigneeInfo'] | undefined
  pickupDate?: string | undefined
}

/** The wire body with what is put right. */
export function editedRequest(
  wire: BookingWire,
  { reference, instructions, consigneeInfo, pickupDate }: BookingEdit,
): BookingWire['request'] {
  const { request } = wireAfter(wire, pickupDate === undefined ? {} : { pickupDate })
  return {
    ...request,
    ...(reference === undefined ? {} : { reference }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(consigneeInfo === undefined ? {} : { consigneeInfo: { ...request.consigneeInfo, ...consigneeInfo } }),
  }
}

/** What of the summary changes with it. */
export function editedSummary({
  consigneeInfo,
  pickupDate,
}: BookingEdit): Partial<Pick<BookingSummary, 'consigneeName' | 'pickupDate'>> {
  const consigneeName = consigneeInfo?.companyName
  return {
    ...(consigneeName === undefined ? {} : { consigneeName }),
    ...(pickupDate === undefined ? {} : { pickupDate }),
  }
}
