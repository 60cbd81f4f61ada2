/** What proves a job, what it waits for, batches, and how a printer is treated. */
export const printing = `
ALTER TABLE print_job ADD COLUMN proof TEXT;
ALTER TABLE print_job ADD COLUMN detail TEXT;
ALTER TABLE print_job ADD COLUMN question TEXT;
-- From when on its age counts; a person's word makes it fresh again. NULL: created_at.
ALTER TABLE print_job ADD COLUMN fresh_at TEXT;
ALTER TABLE print_job ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE print_job ADD COLUMN next_try_at TEXT;
ALTER TABLE print_job ADD COLUMN batch_id TEXT;
ALTER TABLE print_job ADD COLUMN reprint_number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE print_job ADD COLUMN stripped TEXT NOT NULL DEFAULT '[]';
-- Only receipts and operators had proved anything before.
UPDATE print_job SET proof = '{"kind":"receipt"}' WHERE state = 'PRINTED' AND confirmed_by = 'printer';
UPDATE print_job SET proof = '{"kind":"operator"}' WHERE state = 'PRINTED' AND confirmed_by = 'operator';
UPDATE print_job SET detail = 'handed-over' WHERE state = 'SENT';
CREATE INDEX print_job_retry ON print_job (printer_id, seq) WHERE next_try_at IS NOT NULL;
CREATE INDEX print_job_batch ON print_job (batch_id) WHERE batch_id IS NOT NULL;

ALTER TABLE printer ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
ALTER TABLE printer ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0;

CREATE TABLE print_batch (
  batch_id   TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
) STRICT;

-- Written whole before the first label is prepared: what a crash left undone still shows.
CREATE TABLE print_batch_item (
  batch_id TEXT NOT NULL REFERENCES print_batch (batch_id),
  position INTEGER NOT NULL,
  code     TEXT NOT NULL,
  job_id   TEXT,
  problem  TEXT,
  PRIMARY KEY (batch_id, position)
) STRICT;
`
