/**
 * The consignee of every booking is to be in the address book, with the freight shipped there last. A row stays until its
 * booking's consignee was looked for there.
 */
export const shippedTo = `
ALTER TABLE address ADD COLUMN last_booking TEXT;

CREATE TABLE shipped_to (
  booking_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- In the commit of the booking itself.
CREATE TRIGGER shipped_to_booked AFTER UPDATE OF state ON booking
WHEN new.state = 'BOOKED' AND old.state <> 'BOOKED' AND new.restored_from IS NULL
BEGIN
  INSERT OR IGNORE INTO shipped_to (booking_id) VALUES (new.booking_id);
END;
`
