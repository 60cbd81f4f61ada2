const ADDRESS = `coalesce(b.origin -> '$.request.destinationAddress', b.origin -> '$.request.consigneeLocation',
    b.request -> '$.destinationAddress')`
const SAID = ['reference', 'tracking_number', 'pro_number', 'shipment_id', 'summary', 'origin', 'request']
const due = 'INSERT OR IGNORE INTO booking_text_due (seq) VALUES (new.seq);'

/**
 * Three signs in a row of what a booking is searched by lead to it, by -seq: the newest come first in the order in which the index
 * reads itself fastest. It keeps no places of words (a third of the room); what it finds is looked at. It is written behind the
 * bookings, many at a time: those in `booking_text_due` are not in it as they are now, and those with seq <= `until`, from before
 * there was an index, not at all.
 */
export const bookingText = `
CREATE VIEW booking_words AS
  SELECT b.seq, concat_ws(' ', b.reference, b.tracking_number, b.pro_number, b.shipment_id, b.summary ->> '$.carrierName',
    b.summary ->> '$.consigneeName', b.summary ->> '$.destination', ${ADDRESS} ->> '$.address1',
    ${ADDRESS} ->> '$.address2', b.request ->> '$.consigneeInfo.contactName') AS words
  FROM booking b;
CREATE VIRTUAL TABLE booking_text USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram remove_diacritics 1'
);
CREATE TABLE booking_text_due (
  seq INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE booking_text_backfill (
  until INTEGER NOT NULL
) STRICT;
INSERT INTO booking_text_backfill SELECT coalesce(max(seq), 0) FROM booking;
CREATE TRIGGER booking_text_added AFTER INSERT ON booking BEGIN
  ${due}
END;
CREATE TRIGGER booking_text_moved AFTER UPDATE OF ${SAID.join(', ')} ON booking
WHEN ${SAID.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ')} BEGIN
  ${due}
END;
CREATE TRIGGER booking_text_gone AFTER DELETE ON booking BEGIN
  DELETE FROM booking_text WHERE rowid = -old.seq;
  DELETE FROM booking_text_due WHERE seq = old.seq;
END;
`
