/**
 * Quotes as a history: numbered, with words to search by. A quote's words are gone with its row, whoever deletes it.
 */
export const quotes = `
CREATE TABLE quote_kept (
  seq          INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL DEFAULT 'domestic',
  requested_at TEXT NOT NULL,
  body         TEXT NOT NULL
) STRICT;
INSERT INTO quote_kept (id, requested_at, body) SELECT id, requested_at, body FROM quote ORDER BY requested_at;
DROP TABLE quote;
ALTER TABLE quote_kept RENAME TO quote;
CREATE INDEX quote_age ON quote (requested_at);

CREATE VIRTUAL TABLE quote_text USING fts5 (
  words, content = '', contentless_delete = 1, prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO quote_text (rowid, words)
  SELECT q.seq, coalesce(group_concat(t.atom, ' '), '') FROM quote q, json_tree(q.body) t
  WHERE t.type = 'text' GROUP BY q.seq;
CREATE TRIGGER quote_forgotten AFTER DELETE ON quote BEGIN
  DELETE FROM quote_text WHERE rowid = old.seq;
END;
`
