/** Quotes of both kinds lie in one table. */
export const QUOTE_KIND = `
  ALTER TABLE quote ADD COLUMN kind TEXT NOT NULL DEFAULT 'DOMESTIC';
`

/** Holds of a quote whose load id has other letters than its own; a partial index is named by it. */
export const LOAD_OF_ITS_OWN = 'substr(load_id, 4) <> substr(quote_id, 4)'

/**
 * A quote's offers in one column of its row, in their order; and indexes that grow at their end alone, ids being made in
 * their order. So a burst of quotes writes little more than one row each.
 */
export const QUOTE_OFFERS = `
  CREATE TABLE new_quote (
    quote_id   TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,
    -- Kept for the shipment that is booked first from this quote.
    load_id    TEXT NOT NULL,
    bol_number TEXT NOT NULL,
    request    TEXT NOT NULL,
    -- A JSON array of offers.
    offers     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_quote
    SELECT quote_id, kind, load_id, bol_number, request,
      (SELECT json_group_array(json_set(rate, '$.rateId', rate_id) ORDER BY position)
       FROM quote_rate WHERE quote_rate.quote_id = quote.quote_id),
      created_at, expires_at
    FROM quote;
  DROP TABLE quote_rate;
  DROP TABLE quote;
  ALTER TABLE new_quote RENAME TO quote;
  CREATE INDEX quote_expiry ON quote (expires_at);
  CREATE UNIQUE INDEX quote_load ON quote (load_id) WHERE ${LOAD_OF_ITS_OWN};
`
