/** What a row of a batch would book, and the price that was asked for it before anything is booked. */
export const batchQuotes = `
-- JSON: names, freight, pickup day.
ALTER TABLE batch_row ADD COLUMN facts TEXT;
-- 1: booked as named, without a quote.
ALTER TABLE batch_row ADD COLUMN is_direct INTEGER;
-- As the row or its quote names it; empty: an offer decides.
ALTER TABLE batch_row ADD COLUMN carrier TEXT;
-- JSON: which quote and rate, until when, and what a rule wants approved.
ALTER TABLE batch_row ADD COLUMN quote TEXT;
-- The service that was asked.
ALTER TABLE batch_row ADD COLUMN quoted_in TEXT;
ALTER TABLE batch_row ADD COLUMN minor INTEGER;
ALTER TABLE batch_row ADD COLUMN currency TEXT;
-- What a person agreed to pay for this row.
ALTER TABLE batch_row ADD COLUMN agreed_minor INTEGER;
ALTER TABLE batch_row ADD COLUMN agreed_currency TEXT;
`
