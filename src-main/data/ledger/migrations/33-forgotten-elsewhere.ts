/** Whoever was forgotten at one station of a site is forgotten at all of them, under the salt of the first. */
export const forgottenElsewhere = `
ALTER TABLE forgotten ADD COLUMN salt TEXT NOT NULL DEFAULT '';
UPDATE forgotten SET salt = (SELECT salt FROM forgetting);
-- Is this one being forgotten now?
ALTER TABLE forgotten ADD COLUMN is_due INTEGER NOT NULL DEFAULT 0;
UPDATE forgotten SET is_due = 1 WHERE at >= (SELECT since FROM forgetting);
ALTER TABLE forgetting DROP COLUMN since;
-- Under which of its timelines the site knows of it; null: it does not, or there is none.
ALTER TABLE forgotten ADD COLUMN told TEXT;
`
