/** Jobs that go to their printer page by page: which pages, how far they are, and what they are made of (JSON). */
export const jobPages = `
ALTER TABLE print_job ADD COLUMN pages TEXT;
`
