/** What tells a database from an earlier copy of it that was started as it was; and the day's closings of all stations. */
export const closings = `
ALTER TABLE sender ADD COLUMN beats bigint NOT NULL DEFAULT 0;
`
