export const tracking = `
`
