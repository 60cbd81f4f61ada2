/** What came back with a backup, so that it is looked at before it is acted on; and files of bookings by their hash. */
export const restored = `
-- Each time that a backup took the ledger's place. Until a person has confirmed the settings that came back with it,
-- nothing is sent to a service and nothing to a printer.
CREATE TABLE restoration (
  seq          INTEGER PRIMARY KEY,
  at           TEXT NOT NULL,
  -- When the backup was made: what happened after it is not in the ledger.
  backup_at    TEXT NOT NULL,
  confirmed_at TEXT
) STRICT;
-- Earlier versions kept no time of the backup; their settings have been in use since.
INSERT INTO restoration (at, backup_at, confirmed_at)
  SELECT at, at, at FROM audit WHERE subject_kind = 'ledger' AND subject_id = 'ledger' AND action = 'restored' ORDER BY id;

-- The backup that a row was open in: NULL for what was asked for since.
ALTER TABLE booking ADD COLUMN restored_from TEXT;
ALTER TABLE shipment_change ADD COLUMN restored_from TEXT;
ALTER TABLE draft ADD COLUMN restored_from TEXT;

CREATE INDEX batch_file ON batch (sha256) WHERE sha256 IS NOT NULL;
`
