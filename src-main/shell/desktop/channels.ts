/** The two channels between the page and the station: calls, and events. */
export const INVOKE_CHANNEL = 'waybill:invoke'
export const EVENT_CHANNEL = 'waybill:event'
