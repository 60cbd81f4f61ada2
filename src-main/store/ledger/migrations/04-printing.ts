export const printing = `
`
