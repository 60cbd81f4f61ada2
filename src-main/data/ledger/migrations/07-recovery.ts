/** What a ledger is called, how far it has come, what a person has to be told, and what must not be given out again. */
export const recovery = `
-- "WBYL": a file of ours, whatever its name.
PRAGMA application_id = 1463966028;

-- A generation is a line of history: every file that a restore puts in the ledger's place begins a new one. The position
-- grows with every commit and never goes back, not over a restore either.
CREATE TABLE ledger_identity (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  generation TEXT NOT NULL,
  came_from  TEXT,
  is_marked  INTEGER NOT NULL DEFAULT 0,
  position   INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_identity (one, generation, position) VALUES (1, lower(hex(randomblob(16))), 0);

-- What went wrong, each until a person has taken note of it.
CREATE TABLE notice (
  seq          INTEGER PRIMARY KEY,
  code         TEXT NOT NULL,
  message      TEXT NOT NULL,
  details      TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  dismissed_at TEXT
) STRICT;
CREATE INDEX notice_open ON notice (seq) WHERE dismissed_at IS NULL;

-- Manifest numbers and references of a history that a restore took away.
CREATE TABLE given_out (
  kind  TEXT NOT NULL CHECK (kind IN ('manifest', 'reference')),
  value TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
`
