/**
 * What expires by age is found by it, and when it was last deleted. PRO numbers are looked up without their dashes and blanks
 * (008), so that nothing reads them by the index of 001.
 */
export const retention = `
ALTER TABLE sender ADD COLUMN expired_at timestamptz;
CREATE INDEX label_sha256 ON label (sha256);
CREATE INDEX act_at ON act (at);
DROP INDEX booking_pro;
CREATE INDEX shared_edit_at ON shared_edit (at);
`
