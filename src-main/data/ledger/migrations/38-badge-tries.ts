/** Unknown badges that were scanned here, so that a restart forgives none: one row. */
export const badgeTries = `
CREATE TABLE badge_tries (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  failures      INTEGER NOT NULL,
  -- Of the last one that was counted.
  counted_at    TEXT NOT NULL,
  blocked_until TEXT
) STRICT;
`
