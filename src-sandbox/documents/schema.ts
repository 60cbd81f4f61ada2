/**
 * Documents made from data of their own, in several resolutions, which can be deleted. A document made from the
 * shipment alone exists once for each order; one with a source may exist any number of times.
 */
export const DOCUMENT_MIGRATION = `
  CREATE TABLE document_of_order (
    document_id    TEXT PRIMARY KEY,
    shipment_id    TEXT NOT NULL REFERENCES shipment (shipment_id),
    type           TEXT NOT NULL,
    format         TEXT NOT NULL,
    size           TEXT NOT NULL,
    -- Dots an inch; 0: a PDF has none.
    dpi            INTEGER NOT NULL,
    -- Which piece a label is for, from 1; 0: all of them, or no label.
    piece          INTEGER NOT NULL,
    -- The checked data that a template was filled with; null: made from the shipment alone.
    source         TEXT,
    token          TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    url_expires_at INTEGER NOT NULL,
    deleted_at     INTEGER,
    -- Null until it is first asked for; made anew when what it was made from has changed since.
    content        BLOB,
    made_from      TEXT
  ) STRICT;
  INSERT INTO document_of_order (
      document_id, shipment_id, type, format, size, dpi, piece, token, created_at, url_expires_at
    )
    SELECT document_id, shipment_id, type, format, size, iif(format = 'PDF', 0, 203), piece, token, created_at,
      url_expires_at
    FROM document;
  DROP TABLE document;
  ALTER TABLE document_of_order RENAME TO document;
  CREATE UNIQUE INDEX document_order ON document (shipment_id, type, format, size, dpi, piece) WHERE source IS NULL;
  CREATE INDEX document_shipment ON document (shipment_id, created_at);
`
