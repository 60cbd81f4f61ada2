/** What the service told that could not be read, as it came. It belongs to the environment that `source` names. */
export const setAside = `
CREATE TABLE set_aside (
  aside_id    TEXT NOT NULL PRIMARY KEY,
  kind        TEXT NOT NULL CHECK (kind IN ('shipment', 'event', 'detail')),
  shipment_id TEXT,
  raw         TEXT NOT NULL,
  issues      TEXT NOT NULL,
  first_at    TEXT NOT NULL,
  tries       INTEGER NOT NULL,
  next_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX set_aside_due ON set_aside (next_at);
CREATE INDEX set_aside_shipment ON set_aside (shipment_id, kind);

CREATE TRIGGER set_aside_forgotten AFTER DELETE ON source BEGIN
  DELETE FROM set_aside;
END;
`
