/** How the newest backup by the clock went; null: none was ever made. */
export const backups = `
ALTER TABLE sender ADD COLUMN backup json;
`
