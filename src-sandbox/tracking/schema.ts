/**
 * How many events each day has, kept by the database: counting them one by one takes longer with every shipment
 * there ever was. A day is a number of days since 1970 in UTC.
 */
export const EVENT_DAYS = `
  CREATE TABLE tracking_event_day (
    day    INTEGER PRIMARY KEY,
    events INTEGER NOT NULL
  ) STRICT;
  INSERT INTO tracking_event_day (day, events)
    SELECT at / 86400000, count(*) FROM tracking_event GROUP BY at / 86400000;

  CREATE TRIGGER tracking_event_added AFTER INSERT ON tracking_event BEGIN
    INSERT INTO tracking_event_day (day, events) VALUES (new.at / 86400000, 1)
      ON CONFLICT (day) DO UPDATE SET events = events + 1;
  END;
  CREATE TRIGGER tracking_event_removed AFTER DELETE ON tracking_event BEGIN
    UPDATE tracking_event_day SET events = events - 1 WHERE day = old.at / 86400000;
  END;
  CREATE TRIGGER tracking_event_moved AFTER UPDATE OF at ON tracking_event BEGIN
    UPDATE tracking_event_day SET events = events - 1 WHERE day = old.at / 86400000;
    INSERT INTO tracking_event_day (day, events) VALUES (new.at / 86400000, 1)
      ON CONFLICT (day) DO UPDATE SET events = events + 1;
  END;
`
