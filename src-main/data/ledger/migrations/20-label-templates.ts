/** Label templates of the station's own. A template is data: `body` says its kind and its rows. */
export const labelTemplates = `
CREATE TABLE label_template (
  template_id TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  body        TEXT NOT NULL,
  -- The person who made it as it is now, by name; null: nobody is named at this station.
  made_by     TEXT,
  made_at     TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX label_template_name ON label_template (name COLLATE NOCASE);
`
