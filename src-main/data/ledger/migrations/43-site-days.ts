/** What other stations of the site booked, by the moment: the figures of a day are those of the whole site. */
export const siteDays = `
CREATE INDEX site_booking_created ON site_booking (environment, record ->> '$.createdAt');
`
