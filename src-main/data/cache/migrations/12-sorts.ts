/** Columns that the board can be ordered by, and words anew: numbers are found by their last four digits. */
export const sorts = `
CREATE INDEX shipment_total ON shipment (total_minor);
CREATE INDEX shipment_pieces ON shipment (pieces);
CREATE INDEX shipment_weight ON shipment (weight_lb);

INSERT INTO shipment_text (shipment_text) VALUES ('delete-all');
UPDATE shipment SET is_indexed = 0;
`
