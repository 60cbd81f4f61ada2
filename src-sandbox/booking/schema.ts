/** Quotes of both kinds lie in one table. */
export const QUOTE_KIND = `
  ALTER TABLE quote ADD COLUMN kind TEXT NOT NULL DEFAULT 'DOMESTIC';
`
