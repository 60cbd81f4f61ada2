/** Which shipments came back: bookings by the shipment whose return they are. */
export const returns = `
CREATE INDEX booking_return ON booking (environment, json_extract(summary, '$.returnOf'), seq)
  WHERE json_extract(summary, '$.returnOf') IS NOT NULL;
`
