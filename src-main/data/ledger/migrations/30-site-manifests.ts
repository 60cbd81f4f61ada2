/** Closings of a site, whoever closed: they stay when the station leaves. And by day what other stations booked. */
export const siteManifests = `
CREATE TABLE site_manifest (
  manifest_id   TEXT PRIMARY KEY,
  submission_id TEXT NOT NULL,
  environment   TEXT NOT NULL,
  day           TEXT NOT NULL,
  record        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX site_manifest_day ON site_manifest (environment, day);
CREATE INDEX site_manifest_submission ON site_manifest (submission_id);

-- On which manifest that stands a shipment is.
CREATE TABLE site_manifest_shipment (
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  manifest_id TEXT NOT NULL REFERENCES site_manifest (manifest_id),
  PRIMARY KEY (environment, shipment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_manifest_shipment_manifest ON site_manifest_shipment (manifest_id);

CREATE INDEX site_booking_pickup ON site_booking (environment, record ->> '$.summary.pickupDate');
`
