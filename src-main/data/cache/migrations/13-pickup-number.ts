/** The service's confirmation number of a pickup, where it gives one. */
export const pickupNumber = `
ALTER TABLE shipment ADD COLUMN pickup_number TEXT;
`
