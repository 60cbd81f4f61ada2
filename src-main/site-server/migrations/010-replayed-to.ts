/** The last transaction that this database has of the one before it; null: it was not promoted since it started. */
export const replayedTo = `
CREATE FUNCTION site_replayed_to() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT pg_last_xact_replay_timestamp()';
`
