export const bookings = `
`
