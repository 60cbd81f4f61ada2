/** Who works here, and whose a form is that was not finished. */
export const people = `
CREATE TABLE person (
  person_id     TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  role          TEXT NOT NULL,
  -- SHA-256 of the badge's code, in hex.
  badge_hash    TEXT UNIQUE,
  -- Argon2id in PHC format.
  pin_hash      TEXT,
  -- Wrong PINs in a row, and until when none is looked at.
  failures      INTEGER NOT NULL DEFAULT 0,
  blocked_until TEXT,
  created_at    TEXT NOT NULL,
  ended_at      TEXT
) STRICT;
CREATE UNIQUE INDEX person_name ON person (name COLLATE NOCASE) WHERE ended_at IS NULL;

-- Forms that were not finished; person_id is empty where nobody signs in.
CREATE TABLE draft_of_person (
  person_id     TEXT NOT NULL DEFAULT '',
  form          TEXT NOT NULL,
  key           TEXT NOT NULL,
  body          TEXT NOT NULL,
  updated_at    TEXT NOT NULL,
  restored_from TEXT,
  PRIMARY KEY (person_id, form, key)
) STRICT, WITHOUT ROWID;
INSERT INTO draft_of_person (form, key, body, updated_at, restored_from)
  SELECT form, key, body, updated_at, restored_from FROM draft;
DROP TABLE draft;
ALTER TABLE draft_of_person RENAME TO draft;
CREATE INDEX draft_age ON draft (person_id, form, updated_at);
`
