/**
 * The list of open orders: where each came from, its freight, why it is on hold, its tags, the rate that it is bought with,
 * and why it has none. What an earlier version took in has its freight counted here; one of the folder is known by its file.
 */
export const orderBoard = `
ALTER TABLE feed_order ADD COLUMN origin TEXT NOT NULL DEFAULT 'api' CHECK (origin IN ('file', 'folder', 'api', 'typed'));
ALTER TABLE feed_order ADD COLUMN pieces INTEGER NOT NULL DEFAULT 0;
-- Pounds of the whole load.
ALTER TABLE feed_order ADD COLUMN weight_lb REAL NOT NULL DEFAULT 0;
-- JSON: each freight class once.
ALTER TABLE feed_order ADD COLUMN classes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE feed_order ADD COLUMN hold_reason TEXT;
-- JSON.
ALTER TABLE feed_order ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
-- The rate without its price, JSON; the service that it is of.
ALTER TABLE feed_order ADD COLUMN offer TEXT;
ALTER TABLE feed_order ADD COLUMN quoted_in TEXT;
ALTER TABLE feed_order ADD COLUMN minor INTEGER;
ALTER TABLE feed_order ADD COLUMN currency TEXT;
-- Why it has no rate or was not booked, JSON.
ALTER TABLE feed_order ADD COLUMN trouble TEXT;
-- The views are counted from it, without the orders' contents.
CREATE INDEX feed_order_view ON feed_order (hold_reason, quoted_in, other_hash, trouble, tags) WHERE state = 'open';

UPDATE feed_order SET
  origin = iif(EXISTS (SELECT 1 FROM order_file f WHERE f.name = source), 'folder', 'api'),
  pieces = (SELECT coalesce(sum(c.value ->> '$.quantity'), 0) FROM json_each(body, '$.request.cargo') c),
  weight_lb = (SELECT coalesce(sum((c.value ->> '$.quantity') * (c.value ->> '$.weight')), 0)
    FROM json_each(body, '$.request.cargo') c),
  classes = (SELECT json_group_array(DISTINCT c.value ->> '$.freightClass') FROM json_each(body, '$.request.cargo') c
    WHERE c.value ->> '$.freightClass' IS NOT NULL)
WHERE state = 'open' AND json_valid(body);

-- An order is booked by its reference, however it was booked, or by its own submission: after a refusal that booking has
-- another reference.
DROP TRIGGER feed_order_booked;
CREATE TRIGGER feed_order_booked AFTER INSERT ON booking BEGIN
  UPDATE feed_order SET state = 'booked', booking_id = NEW.booking_id, updated_at = NEW.created_at
    WHERE state = 'open' AND seq IN (
      SELECT seq FROM feed_order WHERE reference = NEW.reference
      UNION SELECT seq FROM feed_order WHERE order_id = rtrim(rtrim(NEW.submission_id, '0123456789'), '-'));
END;
UPDATE feed_order SET state = 'booked', booking_id = (SELECT booking_id FROM booking b
    WHERE b.submission_id = order_id || '-' || (attempts + 1))
  WHERE state = 'open' AND EXISTS (SELECT 1 FROM booking b WHERE b.submission_id = order_id || '-' || (attempts + 1)
    AND b.state NOT IN ('REJECTED', 'CANCELLED'));

-- Open again it needs another rate; what the service refused says why.
DROP TRIGGER feed_order_opened;
CREATE TRIGGER feed_order_opened AFTER UPDATE OF state ON booking
  WHEN NEW.state IN ('REJECTED', 'CANCELLED') AND OLD.state <> NEW.state BEGIN
  UPDATE feed_order SET state = 'open', booking_id = NULL, attempts = attempts + 1, updated_at = NEW.updated_at,
      offer = NULL, quoted_in = NULL, minor = NULL, currency = NULL, trouble = iif(NEW.state = 'REJECTED', NEW.error, NULL)
    WHERE booking_id = NEW.booking_id AND state = 'booked';
END;
`
