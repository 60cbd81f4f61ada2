/** Which station a one-time code was made at; null: on the site's own machine. */
export const codeMakers = `
ALTER TABLE enrol_code ADD COLUMN made_by text REFERENCES station (station_id);
CREATE INDEX enrol_code_made_by ON enrol_code (made_by) WHERE made_by IS NOT NULL;
`
