/**
 * How this station stands with its site about what all stations share. The records themselves are where they always were.
 * Empty at a station that is alone.
 */
export const sharedRecords = `
CREATE TABLE shared_record (
  -- address, preset, column_map, note, person.
  kind      TEXT NOT NULL,
  record_id TEXT NOT NULL,
  -- The site's version on which what stands here is made; 0: the site does not have it.
  version   INTEGER NOT NULL,
  -- Under which timeline of the site that was last seen there.
  timeline  TEXT,
  -- 1: changed here since, in the same commit as this.
  is_due    INTEGER NOT NULL,
  -- The edit that was told and not answered yet, word for word.
  tried     TEXT,
  -- What the site has instead: a person picks. It is not told meanwhile.
  theirs    TEXT,
  -- Who changed it last: here, where it is due; else at the site. JSON.
  changed   TEXT NOT NULL,
  -- Why the site does not take it; null: it does.
  error     TEXT,
  PRIMARY KEY (kind, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_record_due ON shared_record (kind, record_id)
  WHERE (is_due = 1 OR tried IS NOT NULL) AND theirs IS NULL;
CREATE INDEX shared_record_conflict ON shared_record (kind, record_id) WHERE theirs IS NOT NULL;

-- Under which timeline all that the site has was read; null: never.
ALTER TABLE site_link ADD COLUMN records_timeline TEXT;
`
