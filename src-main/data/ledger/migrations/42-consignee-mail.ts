/** E-mails to consignees about their shipments: each event once, whatever is reported of it again. */
export const consigneeMail = `
CREATE TABLE consignee_mail (
  seq         INTEGER PRIMARY KEY,
  mail_id     TEXT NOT NULL UNIQUE,
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  event       TEXT NOT NULL,
  -- Of an exception its code: another one is another event.
  occasion    TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('DUE', 'SENDING', 'SENT', 'UNKNOWN', 'REFUSED', 'OUTDATED',
    'PRACTICE')),
  label       TEXT NOT NULL,
  address     TEXT NOT NULL,
  subject     TEXT NOT NULL,
  body        TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  tries       INTEGER NOT NULL DEFAULT 0,
  next_at     TEXT NOT NULL,
  error       TEXT,
  settled_at  TEXT
) STRICT;
CREATE UNIQUE INDEX consignee_mail_event ON consignee_mail (environment, shipment_id, event, occasion);
CREATE INDEX consignee_mail_due ON consignee_mail (next_at) WHERE state = 'DUE';
CREATE INDEX consignee_mail_sending ON consignee_mail (seq) WHERE state = 'SENDING';
CREATE INDEX consignee_mail_refused ON consignee_mail (settled_at) WHERE state = 'REFUSED';

-- Shipments under way whose consignees are e-mailed.
CREATE TABLE consignee_follow (
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  booking_id  TEXT NOT NULL,
  -- The event that was looked at last.
  seen        TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (environment, shipment_id)
) STRICT, WITHOUT ROWID;

-- In the commit of the booking itself. Of one that a backup brought back it is not known what was sent since.
CREATE TRIGGER consignee_follow_booked AFTER UPDATE OF state ON booking
WHEN new.state = 'BOOKED' AND old.state <> 'BOOKED' AND new.shipment_id IS NOT NULL AND new.restored_from IS NULL
  AND (SELECT value ->> '$.isOn' AND coalesce(new.summary ->> '$.notifyConsignee', value ->> '$.which' = 'all')
       FROM setting WHERE name = 'consignee mail')
BEGIN
  INSERT OR IGNORE INTO consignee_follow (environment, shipment_id, booking_id)
    VALUES (new.environment, new.shipment_id, new.booking_id);
END;
`
