/** Whose note it is: who works here, or the station where nobody said. Notes from before have no author. */
export const noteAuthor = `
ALTER TABLE shipment_note ADD COLUMN author TEXT;
`
