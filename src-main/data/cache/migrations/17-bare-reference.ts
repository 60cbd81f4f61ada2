/** References without their dashes and blanks: not every label and list has an order's number as it was booked. */
export const bareReference = `
CREATE INDEX shipment_bare_reference ON shipment (replace(replace(reference, '-', ''), ' ', '') COLLATE NOCASE);
`
