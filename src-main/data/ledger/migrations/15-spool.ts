/** Under which numbers the operating system's spooler took a job: its queue, and one number a copy. JSON. */
export const spool = `
ALTER TABLE print_job ADD COLUMN spool TEXT;
`
