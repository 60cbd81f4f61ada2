/** What expires by age is found by it, and when it was last deleted. */
export const retention = `
ALTER TABLE sender ADD COLUMN expired_at timestamptz;
CREATE INDEX label_sha256 ON label (sha256);
CREATE INDEX act_at ON act (at);
CREATE INDEX shared_edit_at ON shared_edit (at);
`
