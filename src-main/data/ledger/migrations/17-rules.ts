/** Rules by which a carrier is chosen, in the order in which they are asked. A rule is data: `body` says when it holds and what it does. */
export const rules = `
CREATE TABLE rule (
  rule_id    TEXT PRIMARY KEY,
  place      INTEGER NOT NULL,
  name       TEXT NOT NULL,
  is_on      INTEGER NOT NULL,
  body       TEXT NOT NULL,
  -- The person who made it as it is now, by name; null: nobody is named at this station.
  made_by    TEXT,
  made_at    TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rule_name ON rule (name COLLATE NOCASE);
`
