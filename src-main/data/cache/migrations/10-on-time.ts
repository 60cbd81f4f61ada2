const COUNTS = ['delivered', 'promised', 'on_time', 'timed', 'transit_ms'] as const

/** What a shipment adds to the sums, or no longer adds; those that wait to be counted are left out. */
const change = (sign: '+' | '-', place: string) => `
  INSERT INTO on_time_sum
    SELECT dimension, week, carrier, lane, ${COUNTS.map((column) => (sign === '+' ? column : `-${column}`)).join(', ')}
    FROM on_time_of_shipment WHERE place = ${place}
      AND NOT EXISTS (SELECT 1 FROM on_time_backfill WHERE ${place} > done_to AND ${place} <= until)
    ON CONFLICT (dimension, week, carrier, lane) DO UPDATE SET
      ${COUNTS.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')};`

const tidy = `
  DELETE FROM on_time_sum WHERE delivered = 0;`

const end = (address: 'origin' | 'destination') =>
  `coalesce((s.${address} ->> '$.city') || ', ' || (s.${address} ->> '$.state'), s.${address} ->> '$.city', '?')`
const MONDAY = `date(s.delivered_at / 1000, 'unixepoch', 'weekday 0', '-6 days')`
const COLUMNS = 'delivered_at, is_on_time, provider, departed_at, origin, destination'
const MOVED = `(old.delivered_at IS NOT NULL OR new.delivered_at IS NOT NULL) AND (${COLUMNS.split(', ')
  .map((column) => `old.${column} IS NOT new.${column}`)
  .join(' OR ')})`

/**
 * How carriers keep their days, as sums per week (its Monday, UTC, of the delivery) and carrier, lane, or both, kept by
 * triggers; a year has the weeks whose Monday is in it (dimension 'lane year', week '2026'). A delivery with a promised day is
 * `promised`; one whose departure is known is `timed`. Shipments of before are counted in the background, in the order of
 * their place: those with `done_to` < place <= `until` are not in the sums yet.
 */
export const onTime = `
CREATE TABLE on_time_sum (
  dimension  TEXT NOT NULL,
  week       TEXT NOT NULL,
  -- Empty where the dimension does not split by it, or nobody told it.
  carrier    TEXT NOT NULL,
  lane       TEXT NOT NULL,
  delivered  INTEGER NOT NULL,
  promised   INTEGER NOT NULL,
  on_time    INTEGER NOT NULL,
  timed      INTEGER NOT NULL,
  transit_ms INTEGER NOT NULL,
  PRIMARY KEY (dimension, week, carrier, lane)
) STRICT, WITHOUT ROWID;
CREATE INDEX on_time_sum_nothing ON on_time_sum (dimension) WHERE delivered = 0;

CREATE TABLE on_time_backfill (
  done_to INTEGER NOT NULL,
  until   INTEGER NOT NULL
) STRICT;
INSERT INTO on_time_backfill SELECT coalesce(min(place), 1) - 1, coalesce(max(place), 0) FROM shipment;

CREATE VIEW on_time_of_shipment AS
  SELECT s.place, d.column1 || iif(d.column2 = 'year', ' year', '') AS dimension,
    iif(d.column2 = 'year', substr(${MONDAY}, 1, 4), ${MONDAY}) AS week,
    iif(d.column1 = 'lane', '', coalesce(s.provider, '')) AS carrier,
    iif(d.column1 = 'carrier', '', ${end('origin')} || ' → ' || ${end('destination')}) AS lane,
    1 AS delivered, s.is_on_time IS NOT NULL AS promised, coalesce(s.is_on_time, 0) AS on_time,
    s.departed_at IS NOT NULL AS timed, coalesce(s.delivered_at - s.departed_at, 0) AS transit_ms
  FROM shipment s CROSS JOIN (VALUES ('carrier', 'week'), ('lane', 'week'), ('carrier-lane', 'week'),
    ('carrier', 'year'), ('lane', 'year'), ('carrier-lane', 'year')) d
  WHERE s.delivered_at IS NOT NULL;

CREATE TRIGGER on_time_added AFTER INSERT ON shipment WHEN new.delivered_at IS NOT NULL BEGIN${change('+', 'new.place')}
END;
CREATE TRIGGER on_time_moves BEFORE UPDATE OF ${COLUMNS} ON shipment WHEN ${MOVED} BEGIN${change('-', 'old.place')}
END;
CREATE TRIGGER on_time_moved AFTER UPDATE OF ${COLUMNS} ON shipment WHEN ${MOVED} BEGIN${change('+', 'new.place')}${tidy}
END;
`
