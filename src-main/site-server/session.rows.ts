/** Which session of PostgreSQL answers. */
export const WHICH_SESSION = 'SELECT pg_backend_pid() AS pid'

/** What a server says of itself, and how many connections it has under this name. */
export const WHICH_SERVER = `SELECT current_setting('data_directory') AS folder, split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid,
  (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = $1) AS sites`
