/** The id of the link that a row of the outbox is, to bring the focus back to it. */
export const rowId = (bookingId: string): string => `booking-row-${bookingId}`
