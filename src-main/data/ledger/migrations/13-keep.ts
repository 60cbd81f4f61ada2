/**
 * Bytes are let go of, their rows stay: a label or a job with `let_go_at` holds its bytes no longer, and bytes that nobody
 * holds become empty. The indexes hold what is still kept.
 */
export const keep = `
ALTER TABLE label ADD COLUMN let_go_at TEXT;
ALTER TABLE print_job ADD COLUMN let_go_at TEXT;
CREATE INDEX label_kept ON label (environment, shipment_id) WHERE let_go_at IS NULL;
CREATE INDEX label_holds ON label (sha256) WHERE let_go_at IS NULL;
CREATE INDEX print_job_kept ON print_job (updated_at) WHERE let_go_at IS NULL;
CREATE INDEX print_job_holds ON print_job (sha256) WHERE let_go_at IS NULL;
CREATE INDEX manifest_holds ON manifest (sha256);

-- Booked shipments whose label is not here yet. It is kept by triggers: to look among all bookings grows with them.
CREATE TABLE label_missing (
  booking_seq INTEGER PRIMARY KEY
) STRICT;
INSERT INTO label_missing
  SELECT b.seq FROM booking b WHERE b.state = 'BOOKED' AND b.cancellation IS NULL AND b.shipment_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id);
CREATE TRIGGER label_missing_booked AFTER INSERT ON booking
WHEN new.state = 'BOOKED' AND new.cancellation IS NULL AND new.shipment_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO label_missing SELECT new.seq WHERE NOT EXISTS (
    SELECT 1 FROM label l WHERE l.environment = new.environment AND l.shipment_id = new.shipment_id);
END;
CREATE TRIGGER label_missing_moved AFTER UPDATE OF state, cancellation, shipment_id, environment ON booking BEGIN
  DELETE FROM label_missing WHERE booking_seq = new.seq;
  INSERT INTO label_missing SELECT new.seq WHERE new.state = 'BOOKED' AND new.cancellation IS NULL
    AND new.shipment_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM label l WHERE l.environment = new.environment AND l.shipment_id = new.shipment_id);
END;
CREATE TRIGGER label_missing_came AFTER INSERT ON label BEGIN
  DELETE FROM label_missing WHERE booking_seq IN (
    SELECT seq FROM booking WHERE shipment_id = new.shipment_id AND +environment = new.environment);
END;
CREATE TRIGGER label_missing_gone AFTER DELETE ON label BEGIN
  INSERT OR IGNORE INTO label_missing SELECT b.seq FROM booking b
    WHERE b.shipment_id = old.shipment_id AND +b.environment = old.environment AND b.state = 'BOOKED'
      AND b.cancellation IS NULL AND NOT EXISTS (
        SELECT 1 FROM label l WHERE l.environment = old.environment AND l.shipment_id = old.shipment_id);
END;
`
