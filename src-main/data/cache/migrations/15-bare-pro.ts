/** PRO numbers without their dashes and blanks: a scanner reads them as the carrier printed them. */
export const barePro = `
CREATE INDEX shipment_bare_pro ON shipment (replace(replace(pro_number, '-', ''), ' ', '')) WHERE pro_number IS NOT NULL;
`
