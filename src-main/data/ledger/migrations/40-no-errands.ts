/** Labels are asked for at the station that prints them, under a print claim: nothing is left to be asked of another one. */
export const noErrands = `
DROP TABLE site_errand;
`
