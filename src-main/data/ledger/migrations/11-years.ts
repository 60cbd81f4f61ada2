/** What a question reads must not grow with history: how many bookings are in a state is counted as they move. */
export const years = `
CREATE INDEX print_job_printer ON print_job (printer_id);
CREATE INDEX manifest_shipment_manifest ON manifest_shipment (manifest_id);
CREATE INDEX address_removed ON address (removed_at, seq) WHERE removed_at IS NOT NULL;

CREATE TABLE booking_count (
  state TEXT PRIMARY KEY,
  n     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO booking_count SELECT state, count(*) FROM booking GROUP BY state;
CREATE TRIGGER booking_count_added AFTER INSERT ON booking BEGIN
  INSERT INTO booking_count VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER booking_count_moved AFTER UPDATE OF state ON booking WHEN new.state <> old.state BEGIN
  UPDATE booking_count SET n = n - 1 WHERE state = old.state;
  INSERT INTO booking_count VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER booking_count_removed AFTER DELETE ON booking BEGIN
  UPDATE booking_count SET n = n - 1 WHERE state = old.state;
END;
`
