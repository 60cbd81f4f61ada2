/** A column that was written and never read. */
export const deadColumns = `
ALTER TABLE webhook_inbox DROP COLUMN told_at;
`
