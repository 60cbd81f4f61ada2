/** What needs a person, until it is ended, and what was mailed of it. */
export const inbox = `
CREATE TABLE inbox_item (
  item_id      TEXT PRIMARY KEY,
  kind         TEXT NOT NULL,
  -- The service whose it is; empty: of none.
  environment  TEXT NOT NULL DEFAULT '',
  subject_id   TEXT NOT NULL,
  -- What is new about the subject when this changes.
  occasion     TEXT NOT NULL,
  severity     TEXT NOT NULL,
  label        TEXT NOT NULL,
  text         TEXT NOT NULL,
  raised_at    TEXT NOT NULL,
  due_at       TEXT NOT NULL,
  assignee     TEXT,
  announced_at TEXT,
  -- 1 while what it tells of goes on, also after a person has ended it: it is not told twice.
  stands       INTEGER NOT NULL DEFAULT 1,
  ended_at     TEXT,
  ended_by     TEXT,
  end_note     TEXT
) STRICT;
CREATE UNIQUE INDEX inbox_standing ON inbox_item (kind, environment, subject_id) WHERE stands = 1;
CREATE INDEX inbox_open ON inbox_item (due_at) WHERE ended_at IS NULL;
CREATE INDEX inbox_ended ON inbox_item (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX inbox_untold ON inbox_item (raised_at) WHERE announced_at IS NULL AND ended_at IS NULL;

CREATE TABLE mail (
  mail_id    TEXT PRIMARY KEY,
  subject    TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL,
  tries      INTEGER NOT NULL DEFAULT 0,
  next_at    TEXT NOT NULL,
  error      TEXT,
  sent_at    TEXT
) STRICT;
CREATE INDEX mail_waiting ON mail (next_at) WHERE sent_at IS NULL;
CREATE INDEX mail_sent ON mail (sent_at) WHERE sent_at IS NOT NULL;
`
