/** Documents as the service last listed them, and when. They belong to the environment that `source` names. */
export const documents = `
CREATE TABLE document (
  document_id TEXT NOT NULL PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  place       INTEGER NOT NULL,
  body        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX document_shipment ON document (shipment_id, place);

CREATE TABLE document_look (
  shipment_id TEXT NOT NULL PRIMARY KEY,
  looked_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER documents_forgotten AFTER DELETE ON source BEGIN
  DELETE FROM document;
  DELETE FROM document_look;
END;
`
