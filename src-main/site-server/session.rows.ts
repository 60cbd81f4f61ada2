/** Which session of PostgreSQL answers. */
export const WHICH_SESSION = 'SELECT pg_backend_pid() AS pid'
