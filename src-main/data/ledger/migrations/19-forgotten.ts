/** Persons who were forgotten here, so that nobody can read who they were and the service cannot bring them back. */
export const forgotten = `
CREATE TABLE forgotten (
  -- HMAC-SHA256 under the salt of what they were known by, in plain letters; the first 128 bits, in hex.
  hash   TEXT PRIMARY KEY,
  -- Words of it, 0: a phone number; and its characters.
  words  INTEGER NOT NULL,
  length INTEGER NOT NULL,
  -- What the service tells of shipments that were made later may name them.
  at     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE forgetting (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  salt    TEXT NOT NULL,
  -- Since when a person is being forgotten; null: nobody is.
  since   TEXT
) STRICT;
INSERT INTO forgetting (one, salt) VALUES (1, lower(hex(randomblob(32))));
`
