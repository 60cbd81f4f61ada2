/** References without their dashes and blanks: not every label and list has an order's number as it was booked. */
export const bareReference = `
CREATE INDEX booking_bare_reference ON booking (replace(replace(reference, '-', ''), ' ', '') COLLATE NOCASE);
CREATE INDEX site_booking_bare_reference ON site_booking (replace(replace(reference, '-', ''), ' ', '') COLLATE NOCASE);
`
