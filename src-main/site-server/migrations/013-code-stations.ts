/** How many more stations a code is for that is for several, each of which has a row of its own by it; null: it is for one. */
export const codeStations = `
ALTER TABLE enrol_code ADD COLUMN stations_left int;
`
