/**
 * A station's side of a site: what is to be handed over, what the site told of other stations' work, and what is to be told of
 * prints. All of it is empty at a station that is alone.
 */
export const site = `
-- Written in the same commit as the row that it tells of.
CREATE TABLE hand_over (
  seq         INTEGER PRIMARY KEY,
  -- booking or change.
  kind        TEXT NOT NULL,
  subject_id  TEXT NOT NULL UNIQUE,
  state       TEXT NOT NULL,
  -- The site's timeline when it was first tried, and what was said then, which is repeated word for word; null: never tried.
  tried_under TEXT,
  item        TEXT,
  -- Who asked for it, as JSON; null: nobody signs in here.
  person      TEXT,
  attempts    INTEGER NOT NULL DEFAULT 0,
  due_at      TEXT NOT NULL,
  -- When the site said first that it has it.
  taken_at    TEXT,
  -- Up to which moment of the site's clock the row is as the site has it.
  site_at     TEXT
) STRICT;
CREATE INDEX hand_over_open ON hand_over (due_at, seq) WHERE state = 'HANDING';
CREATE INDEX hand_over_taken ON hand_over (taken_at, seq) WHERE state = 'TAKEN';

-- How far this station has followed its site; one row.
CREATE TABLE site_link (
  one        INTEGER PRIMARY KEY CHECK (one = 1),
  -- The site's timeline as far as this station is in step with it; null: none yet.
  timeline   TEXT,
  -- The feed's event up to which everything is here, and of which timeline that is.
  feed_seq      INTEGER NOT NULL,
  feed_timeline TEXT,
  -- Null: the site can be reached.
  island_since  TEXT
) STRICT;

-- Bookings of other stations, as the site told them.
CREATE TABLE site_booking (
  booking_id      TEXT PRIMARY KEY,
  environment     TEXT NOT NULL,
  reference       TEXT NOT NULL COLLATE NOCASE,
  tracking_number TEXT,
  pro_number      TEXT,
  shipment_id     TEXT,
  record          TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX site_booking_reference ON site_booking (reference);
CREATE INDEX site_booking_tracking ON site_booking (tracking_number) WHERE tracking_number IS NOT NULL;
CREATE INDEX site_booking_pro ON site_booking (pro_number) WHERE pro_number IS NOT NULL;
CREATE INDEX site_booking_shipment ON site_booking (shipment_id) WHERE shipment_id IS NOT NULL;

-- Labels that the site has and whose bytes are not here yet.
CREATE TABLE site_label (
  shipment_id TEXT PRIMARY KEY,
  seq         INTEGER NOT NULL,
  labels      TEXT NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,
  due_at      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX site_label_due ON site_label (due_at, seq);

-- Prints at other stations, as the site told them.
CREATE TABLE site_print (
  claim_id    TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  fact        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX site_print_shipment ON site_print (shipment_id);

-- Prints here: claimed before, and told of after.
CREATE TABLE print_claim (
  claim_id    TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  -- Null: claimed, and no job was made of it yet.
  job_id      TEXT UNIQUE,
  claim       TEXT NOT NULL,
  on_island   INTEGER NOT NULL,
  at          TEXT NOT NULL,
  -- What the site knows of it; null: nothing yet.
  told        TEXT,
  -- Whether there is something to tell.
  is_due      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX print_claim_shipment ON print_claim (shipment_id) WHERE job_id IS NULL;
CREATE INDEX print_claim_due ON print_claim (at) WHERE is_due = 1;
CREATE INDEX print_claim_at ON print_claim (at);
`
