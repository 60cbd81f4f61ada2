/** What a site's supervisors ask of this station, and what they decide for it. Both are empty at a station that is alone. */
export const fleet = `
CREATE TABLE site_errand (
  errand_id TEXT PRIMARY KEY,
  -- In the order in which the site told of them.
  seq       INTEGER NOT NULL,
  -- message or print.
  kind      TEXT NOT NULL,
  errand    TEXT NOT NULL,
  standing  TEXT NOT NULL,
  -- Of a label: written before its job is made, so that what died in between is found; null: not begun.
  begun_at  TEXT,
  job_id    TEXT,
  person    TEXT,
  code      TEXT,
  at        TEXT NOT NULL,
  -- Whether there is something to tell: 0 no, 1 yes, 2 it is being told and has not moved since.
  is_due    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX site_errand_waiting ON site_errand (kind, seq) WHERE standing = 'waiting';
CREATE INDEX site_errand_due ON site_errand (seq) WHERE is_due > 0;
CREATE INDEX site_errand_job ON site_errand (job_id) WHERE job_id IS NOT NULL;

-- By 'all' or a station's id, as all stations share them.
CREATE TABLE site_setting (
  setting_id TEXT PRIMARY KEY,
  body       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
