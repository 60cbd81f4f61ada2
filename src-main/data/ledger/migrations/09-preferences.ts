/**
 * What a person prefers, and what a document was made from, in tables of their own: neither is a form that was not
 * finished, and drafts are dropped when there are many.
 */
export const preferences = `
CREATE TABLE preference (
  name       TEXT PRIMARY KEY,
  value      TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO preference (name, value, updated_at)
  SELECT 'track.' || key, body, updated_at FROM draft WHERE form = 'track' AND key IN ('columns', 'filters', 'filter');
DELETE FROM draft WHERE form = 'track';

-- What was typed into a template, by the document made from it: the interface does not give it back.
CREATE TABLE template_text (
  document_id TEXT PRIMARY KEY,
  body        TEXT NOT NULL,
  updated_at  TEXT NOT NULL
) STRICT;

INSERT INTO template_text (document_id, body, updated_at)
  SELECT key, body, updated_at FROM draft WHERE form = 'document-source';
DELETE FROM draft WHERE form = 'document-source';
`
