/** Quotes that a batch asked for stand in no history; those kept so far are taken for a person's. */
export const quotesOfBatches = `
ALTER TABLE quote ADD COLUMN of_batch INTEGER NOT NULL DEFAULT 0 CHECK (of_batch IN (0, 1));
CREATE INDEX quote_listed ON quote (of_batch, seq);
`
