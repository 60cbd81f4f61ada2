export const records = `
`
