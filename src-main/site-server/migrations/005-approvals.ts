/** Questions to supervisors, which one of any station answers. */
export const approvals = `
CREATE TABLE approval (
  item_id text PRIMARY KEY,
  station_id text NOT NULL REFERENCES station (station_id),
  -- As it was asked: who, which command, what about, when.
  asked json NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Null: nobody has answered.
  answer json,
  answered_by text REFERENCES station (station_id),
  answered_at timestamptz,
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
);
CREATE INDEX approval_open ON approval (asked_at) WHERE answer IS NULL;
CREATE INDEX approval_answered ON approval (answered_at) WHERE answer IS NOT NULL;
`
