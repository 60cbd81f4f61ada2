/**
 * A shipment whose tracking record was asked for with many others needs no detail of its own, unless it waits on the dock or
 * is in trouble. What was learned of a service stays when another one is in use: these rows are no copies.
 */
export const trackedByMany = `
ALTER TABLE shipment ADD COLUMN was_tracked INTEGER NOT NULL DEFAULT 0;
DROP INDEX shipment_summary_only;
CREATE INDEX shipment_summary_only ON shipment (status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED'), place)
  WHERE has_detail = 0 AND was_tracked = 0;
CREATE INDEX shipment_wants_detail ON shipment (place)
  WHERE has_detail = 0 AND status IN ('PENDING', 'PICKUP_SCHEDULED', 'EXCEPTION');

CREATE TABLE service_fact (
  service    TEXT NOT NULL,
  fact       TEXT NOT NULL,
  value      TEXT NOT NULL,
  learned_at TEXT NOT NULL,
  PRIMARY KEY (service, fact)
) STRICT, WITHOUT ROWID;
`
