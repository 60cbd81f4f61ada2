/** Persons who were forgotten at a station, so that nobody can read who they were, and every other forgets them as well. */
export const forgotten = `
CREATE TABLE forgotten (
  hash text PRIMARY KEY,
  salt text NOT NULL,
  words int NOT NULL,
  length int NOT NULL,
  at timestamptz NOT NULL,
  -- Who is told of anew is the last again.
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
-- Nothing is left at the station of whom the list names up to here.
ALTER TABLE station ADD COLUMN forgotten_to bigint NOT NULL DEFAULT 0;
-- From which of them on the site's own rows are to be looked through, and how often that was asked; null: they are not.
ALTER TABLE sender ADD COLUMN forget_from bigint;
ALTER TABLE sender ADD COLUMN forget_asked bigint NOT NULL DEFAULT 0;
`
