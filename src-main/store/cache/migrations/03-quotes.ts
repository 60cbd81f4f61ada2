export const quotes = `
`
