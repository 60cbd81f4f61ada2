/** Columns that were written and never read. */
export const deadColumns = `
ALTER TABLE booking DROP COLUMN request_sha256;
ALTER TABLE label DROP COLUMN fetched_at;
`
