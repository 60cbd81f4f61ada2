/** Who is looked for among the bookings here is read from this alone: what is under way and carries a reference, newest first. */
export const openReferences = `
CREATE INDEX shipment_open_reference ON shipment (-place, reference, shipment_id)
  WHERE status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED') AND reference IS NOT NULL;
`
