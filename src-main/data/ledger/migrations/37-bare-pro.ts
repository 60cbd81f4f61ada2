/** PRO numbers without their dashes and blanks: a scanner reads them as the carrier printed them. */
export const barePro = `
CREATE INDEX booking_bare_pro ON booking (replace(replace(pro_number, '-', ''), ' ', '')) WHERE pro_number IS NOT NULL;
CREATE INDEX site_booking_bare_pro ON site_booking (replace(replace(pro_number, '-', ''), ' ', ''))
  WHERE pro_number IS NOT NULL;
`
