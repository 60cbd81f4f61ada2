/**
 * A supervisor's word that is asked for through the inbox and kept until it is used; what an item of the inbox is about, as
 * a code that a screen says in its language; and orders and their files by age, so that old ones can go.
 */
export const approvals = `
-- An exception's or an error's code, or the command that an approval is for; null: the text is all there is.
ALTER TABLE inbox_item ADD COLUMN code TEXT;

CREATE TABLE approval (
  item_id     TEXT PRIMARY KEY,
  -- Who asks, and for which command with which input: a hash, so that no input is kept.
  person_id   TEXT NOT NULL,
  command     TEXT NOT NULL,
  input_hash  TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('asked', 'approved', 'refused', 'used')),
  answered_by TEXT,
  note        TEXT,
  -- Until then an approved one may be used.
  until       TEXT
) STRICT;
CREATE INDEX approval_asked ON approval (person_id, command, input_hash) WHERE state = 'asked';
CREATE INDEX approval_approved ON approval (until) WHERE state = 'approved';

CREATE INDEX feed_order_ended ON feed_order (updated_at, seq) WHERE state <> 'open' AND other_hash IS NULL;
CREATE INDEX order_file_ended ON order_file (at, seq) WHERE state <> 'reading';
`
