/** What a booking adds to the sums, or no longer adds: rows of a view, with what the columns are counted up by. */
const change = (view: string, sign: '+' | '-', where: string, seq: string) => `
  INSERT INTO spend_sum
    SELECT environment, dimension, week, name, currency, ${[
      'bookings',
      'cancelled',
      'quoted',
      'charged',
      'billed',
      'disputed',
      'unquoted',
      'refund_due',
      'refund_received',
    ]
      .map((column) => (sign === '+' ? column : `-${column}`))
      .join(', ')}
    FROM ${view} WHERE ${where}
      AND NOT EXISTS (SELECT 1 FROM spend_backfill WHERE ${seq} > done_to AND ${seq} <= until)
    ON CONFLICT (environment, dimension, week, name, currency) DO UPDATE SET
      bookings = bookings + excluded.bookings, cancelled = cancelled + excluded.cancelled,
      quoted = quoted + excluded.quoted, charged = charged + excluded.charged, billed = billed + excluded.billed,
      disputed = disputed + excluded.disputed, unquoted = unquoted + excluded.unquoted,
      refund_due = refund_due + excluded.refund_due, refund_received = refund_received + excluded.refund_received;`

const NOTHING_LEFT = `bookings = 0 AND cancelled = 0 AND quoted = 0 AND charged = 0 AND billed = 0 AND disputed = 0
  AND unquoted = 0 AND refund_due = 0 AND refund_received = 0`
/** A name that nothing is counted for goes: it may be that of a person who is forgotten. */
const tidy = `
  DELETE FROM spend_sum WHERE ${NOTHING_LEFT};`

const ofBooking = (sign: '+' | '-', seq: string) =>
  change('spend_of_booking', sign, `booking_seq = ${seq}`, seq) +
  change('spend_of_line', sign, `booking_seq = ${seq}`, seq)

const MOVED = `(old.state = 'BOOKED' OR new.state = 'BOOKED') AND (old.state <> new.state OR old.summary <> new.summary
  OR old.cancellation IS NOT new.cancellation OR old.origin IS NOT new.origin OR old.request <> new.request
  OR old.environment <> new.environment OR old.created_at <> new.created_at)`
const MOVING = 'UPDATE OF state, summary, cancellation, origin, request, environment, created_at ON booking'

const STOP = { origin: 'shipperLocation', destination: 'consigneeLocation' }
const place = (end: 'origin' | 'destination') => `coalesce(
    (b.origin ->> '$.request.${end}Address.city') || ', ' || (b.origin ->> '$.request.${end}Address.state'),
    (b.origin ->> '$.request.${STOP[end]}.city') || ', ' || (b.origin ->> '$.request.${STOP[end]}.stateOrProvince'),
    (b.request ->> '$.${end}Address.city') || ', ' || (b.request ->> '$.${end}Address.state'),
    ${end === 'origin' ? `'?'` : `nullif(rtrim(b.summary ->> '$.destination', ' -0123456789'), '')`}, '?')`
const MONDAY = `date(b.created_at, 'weekday 0', '-6 days')`
const NAMED = `b.environment, iif(d.column2 = 'year', substr(${MONDAY}, 1, 4), ${MONDAY}) AS week,
  d.column1 || iif(d.column2 = 'year', ' year', '') AS dimension,
  CASE d.column1 WHEN 'carrier' THEN coalesce(b.summary ->> '$.carrierName', '')
    WHEN 'consignee' THEN coalesce(b.summary ->> '$.consigneeName', '')
    ELSE ${place('origin')} || ' → ' || ${place('destination')} END AS name`
const DIMENSIONS = `(VALUES ('carrier', 'week'), ('lane', 'week'), ('consignee', 'week'),
    ('carrier', 'year'), ('lane', 'year'), ('consignee', 'year')) d`
const REFUND = `(b.cancellation ->> '$.refund.minor')`
const IS_RECEIVED = `(b.cancellation ->> '$.refundStatus' = 'COMPLETED'
  OR EXISTS (SELECT 1 FROM refund_received r WHERE r.booking_seq = b.seq))`

/**
 * What was spent, kept as sums per week (its Monday, UTC) and carrier, lane or consignee, by triggers: a report adds up
 * weeks, and years that are whole in it (dimension 'carrier year', week '2026': those whose Monday is in it), never bookings. Amounts are minor units, each in a row of its own currency. Older bookings are counted in the
 * background: those with `done_to` < seq <= `until` are not in the sums yet.
 */
export const spend = `
CREATE TABLE invoice_line (
  seq         INTEGER PRIMARY KEY,
  line_id     TEXT NOT NULL UNIQUE,
  environment TEXT NOT NULL,
  invoice     TEXT NOT NULL,
  pro         TEXT NOT NULL COLLATE NOCASE,
  carrier     TEXT NOT NULL,
  invoiced_on TEXT,
  minor       INTEGER NOT NULL,
  currency    TEXT NOT NULL,
  -- What was billed beside the freight, JSON: [{code, minor, isQuoted}].
  charges     TEXT NOT NULL DEFAULT '[]',
  unquoted    INTEGER NOT NULL DEFAULT 0,
  -- Null: no booking has this number, so far.
  booking_seq INTEGER,
  -- What was to be expected, in the line's currency; null: no price is known, or in another currency.
  expected    INTEGER,
  state       TEXT NOT NULL CHECK (state IN ('unmatched', 'agrees', 'differs', 'disputed', 'accepted')),
  note        TEXT NOT NULL DEFAULT '',
  settled_by  TEXT,
  settled_at  TEXT,
  taken_at    TEXT NOT NULL,
  UNIQUE (environment, invoice, pro)
) STRICT;
CREATE INDEX invoice_line_booking ON invoice_line (booking_seq) WHERE booking_seq IS NOT NULL;
CREATE INDEX invoice_line_state ON invoice_line (environment, state, seq);

CREATE TABLE refund_received (
  booking_seq INTEGER PRIMARY KEY,
  at          TEXT NOT NULL,
  noted_by    TEXT
) STRICT;
CREATE INDEX booking_cancelled ON booking (environment, seq) WHERE cancellation IS NOT NULL;

CREATE TABLE spend_backfill (
  done_to INTEGER NOT NULL,
  until   INTEGER NOT NULL
) STRICT;
INSERT INTO spend_backfill SELECT 0, coalesce(max(seq), 0) FROM booking;

CREATE TABLE spend_sum (
  environment     TEXT NOT NULL,
  dimension       TEXT NOT NULL,
  week            TEXT NOT NULL,
  name            TEXT NOT NULL,
  -- Empty: a booking without a price.
  currency        TEXT NOT NULL,
  bookings        INTEGER NOT NULL,
  cancelled       INTEGER NOT NULL,
  quoted          INTEGER NOT NULL,
  charged         INTEGER NOT NULL,
  billed          INTEGER NOT NULL,
  disputed        INTEGER NOT NULL,
  unquoted        INTEGER NOT NULL,
  refund_due      INTEGER NOT NULL,
  refund_received INTEGER NOT NULL,
  PRIMARY KEY (environment, dimension, week, name, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX spend_sum_nothing ON spend_sum (environment) WHERE ${NOTHING_LEFT};

CREATE VIEW spend_of_booking AS
  SELECT b.seq AS booking_seq, ${NAMED},
    CASE m.column1 WHEN 'quoted' THEN coalesce(b.summary ->> '$.total.currency', '')
      WHEN 'charged' THEN coalesce(b.summary ->> '$.charged.currency', b.summary ->> '$.total.currency', '')
      ELSE b.cancellation ->> '$.refund.currency' END AS currency,
    m.column1 = 'quoted' AND b.cancellation IS NULL AS bookings,
    m.column1 = 'quoted' AND b.cancellation IS NOT NULL AS cancelled,
    iif(m.column1 = 'quoted', coalesce(b.summary ->> '$.total.minor', 0), 0) AS quoted,
    iif(m.column1 = 'charged', coalesce(b.summary ->> '$.charged.minor', b.summary ->> '$.total.minor', 0), 0) AS charged,
    0 AS billed, 0 AS disputed, 0 AS unquoted,
    iif(m.column1 = 'refund' AND NOT ${IS_RECEIVED}, ${REFUND}, 0) AS refund_due,
    iif(m.column1 = 'refund' AND ${IS_RECEIVED}, ${REFUND}, 0) AS refund_received
  FROM booking b CROSS JOIN ${DIMENSIONS} CROSS JOIN (VALUES ('quoted'), ('charged'), ('refund')) m
  WHERE b.state = 'BOOKED' AND (m.column1 <> 'refund' OR ${REFUND} IS NOT NULL);

CREATE VIEW spend_of_line AS
  SELECT b.seq AS booking_seq, l.seq AS line_seq, ${NAMED}, l.currency,
    0 AS bookings, 0 AS cancelled, 0 AS quoted, 0 AS charged, l.minor AS billed,
    iif(l.state = 'disputed', l.minor, 0) AS disputed, l.unquoted, 0 AS refund_due, 0 AS refund_received
  FROM invoice_line l CROSS JOIN booking b CROSS JOIN ${DIMENSIONS}
  WHERE b.seq = l.booking_seq AND l.booking_seq IS NOT NULL AND b.state = 'BOOKED';

CREATE TRIGGER spend_added AFTER INSERT ON booking WHEN new.state = 'BOOKED' BEGIN${ofBooking('+', 'new.seq')}
END;
CREATE TRIGGER spend_moves BEFORE ${MOVING} WHEN ${MOVED} BEGIN${ofBooking('-', 'old.seq')}
END;
CREATE TRIGGER spend_moved AFTER ${MOVING} WHEN ${MOVED} BEGIN${ofBooking('+', 'new.seq')}${tidy}
END;
CREATE TRIGGER spend_removed BEFORE DELETE ON booking WHEN old.state = 'BOOKED' BEGIN${ofBooking('-', 'old.seq')}${tidy}
END;
${[
  ['line_added', 'AFTER INSERT', 'invoice_line', 'new', '+', ''],
  ['line_moves', 'BEFORE UPDATE', 'invoice_line', 'old', '-', ''],
  ['line_moved', 'AFTER UPDATE', 'invoice_line', 'new', '+', tidy],
  ['line_removed', 'BEFORE DELETE', 'invoice_line', 'old', '-', tidy],
]
  .map(
    ([name, when, table, row, sign, after]) =>
      `CREATE TRIGGER spend_${name} ${when} ON ${table} WHEN ${row}.booking_seq IS NOT NULL BEGIN${change('spend_of_line', sign === '+' ? '+' : '-', `line_seq = ${row}.seq`, `${row}.booking_seq`)}${after}
END;`,
  )
  .join('\n')}
${[
  ['noting', 'BEFORE INSERT', 'new', '-'],
  ['noted', 'AFTER INSERT', 'new', '+'],
  ['unnoting', 'BEFORE DELETE', 'old', '-'],
  ['unnoted', 'AFTER DELETE', 'old', '+'],
]
  .map(
    ([name, when, row, sign]) =>
      `CREATE TRIGGER spend_refund_${name} ${when} ON refund_received BEGIN${change('spend_of_booking', sign === '+' ? '+' : '-', `booking_seq = ${row}.booking_seq`, `${row}.booking_seq`)}${sign === '+' ? tidy : ''}
END;`,
  )
  .join('\n')}
`
