/** How the service takes `createdAfter` and `createdBefore`, as the sync learned. It belongs to the environment of `source`. */
export const createdFilter = `
ALTER TABLE source ADD COLUMN created_filter TEXT NOT NULL DEFAULT 'day' CHECK (created_filter IN ('day', 'time', 'none'));
`
