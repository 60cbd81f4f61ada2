/**
 * A PostgreSQL or system that is updated may sort text in another order, and an index made under the old one then misses
 * rows that are there: a reference would be taken twice. So what is unique, or looked up by, is sorted by its bytes. Case
 * is folded as before (a reference, a carrier and a name keep their column's collation for it): only the order is another.
 * Ids of stations stay as they are: a publication of these columns, which docs/site.md shows, allows no change of their type.
 */
export const collation = `
ALTER TABLE station ALTER token_hash TYPE text COLLATE "C";
DROP INDEX station_name;
CREATE UNIQUE INDEX station_name ON station (lower(name) COLLATE "C") WHERE revoked_at IS NULL;
ALTER TABLE enrol_code ALTER code_hash TYPE text COLLATE "C";

DROP INDEX booking_reference;
ALTER TABLE booking ALTER booking_id TYPE text COLLATE "C", ALTER submission_id TYPE text COLLATE "C",
  ALTER environment TYPE text COLLATE "C", ALTER shipment_id TYPE text COLLATE "C",
  ALTER tracking_number TYPE text COLLATE "C", ALTER pro_number TYPE text COLLATE "C";
CREATE UNIQUE INDEX booking_reference ON booking (environment, lower(reference) COLLATE "C");
ALTER TABLE shipment_change ALTER change_id TYPE text COLLATE "C", ALTER submission_id TYPE text COLLATE "C",
  ALTER environment TYPE text COLLATE "C", ALTER booking_id TYPE text COLLATE "C",
  ALTER shipment_id TYPE text COLLATE "C", ALTER state TYPE text COLLATE "C";

ALTER TABLE document_bytes ALTER sha256 TYPE text COLLATE "C";
ALTER TABLE label ALTER environment TYPE text COLLATE "C", ALTER shipment_id TYPE text COLLATE "C",
  ALTER sha256 TYPE text COLLATE "C";
ALTER TABLE label_missing ALTER environment TYPE text COLLATE "C", ALTER shipment_id TYPE text COLLATE "C";
ALTER TABLE print_claim ALTER claim_id TYPE text COLLATE "C", ALTER shipment_id TYPE text COLLATE "C";

ALTER TABLE act ALTER act_id TYPE text COLLATE "C";
ALTER TABLE notice ALTER notice_id TYPE text COLLATE "C";
ALTER TABLE audit ALTER subject_id TYPE text COLLATE "C";
ALTER TABLE feed ALTER kind TYPE text COLLATE "C", ALTER key TYPE text COLLATE "C";
ALTER TABLE feed_pending ALTER kind TYPE text COLLATE "C", ALTER key TYPE text COLLATE "C";

ALTER TABLE shared_record ALTER kind TYPE text COLLATE "C", ALTER record_id TYPE text COLLATE "C",
  ALTER name_key TYPE text COLLATE "C", ALTER badge_key TYPE text COLLATE "C";
ALTER TABLE shared_edit ALTER edit_id TYPE text COLLATE "C", ALTER kind TYPE text COLLATE "C",
  ALTER record_id TYPE text COLLATE "C";

DROP INDEX manifest_first;
ALTER TABLE manifest ALTER manifest_id TYPE text COLLATE "C", ALTER submission_id TYPE text COLLATE "C",
  ALTER environment TYPE text COLLATE "C", ALTER number TYPE text COLLATE "C", ALTER day TYPE text COLLATE "C",
  ALTER follows TYPE text COLLATE "C";
ALTER TABLE manifest DROP CONSTRAINT manifest_submission_id_carrier_key;
CREATE UNIQUE INDEX manifest_submission ON manifest (submission_id, carrier COLLATE "C");
CREATE UNIQUE INDEX manifest_first ON manifest (environment, day, lower(carrier) COLLATE "C")
  WHERE follows IS NULL AND voided_at IS NULL;
ALTER TABLE manifest_shipment ALTER environment TYPE text COLLATE "C", ALTER shipment_id TYPE text COLLATE "C",
  ALTER manifest_id TYPE text COLLATE "C";

ALTER TABLE approval ALTER item_id TYPE text COLLATE "C";
ALTER TABLE forgotten ALTER hash TYPE text COLLATE "C";
`
