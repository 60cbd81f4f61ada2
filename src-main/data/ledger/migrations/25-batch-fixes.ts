/** Cells of a batch's file that a person put right; the file itself stays as it was handed in. */
export const batchFixes = `
CREATE TABLE batch_fix (
  batch_id TEXT NOT NULL REFERENCES batch (batch_id) ON DELETE CASCADE,
  -- As a spreadsheet numbers rows.
  row      INTEGER NOT NULL,
  -- From 0.
  col      INTEGER NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (batch_id, row, col)
) STRICT, WITHOUT ROWID;
`
