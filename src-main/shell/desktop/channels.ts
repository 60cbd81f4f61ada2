/** The two channels between the page and the station: it calls, it is told. */
export const INVOKE_CHANNEL = 'waybill:invoke'
export const EVENT_CHANNEL = 'waybill:event'
