/** Whoever was forgotten and came back is named by what was made since: null, it may be of before. */
export const madeAt = `
ALTER TABLE shared_record ADD COLUMN made_at timestamptz;
`
