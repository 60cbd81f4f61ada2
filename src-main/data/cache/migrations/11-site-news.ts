/**
 * One cache that many read: at a site, what changed in the order of the change (`news.rows.ts` fills it); at a station of a site,
 * how far it has read. A station that is alone leaves all of it empty.
 */
export const siteNews = `
CREATE TABLE shipment_news (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  shipment_id TEXT NOT NULL UNIQUE
) STRICT;

-- Which filling of this cache the numbers count in; drawn anew when it is emptied.
CREATE TABLE news_source (
  one      INTEGER PRIMARY KEY CHECK (one = 1),
  cache_id TEXT NOT NULL
) STRICT;

-- The site's cache that this one follows, and the last numbers taken over of it.
ALTER TABLE source ADD COLUMN site_cache TEXT;
ALTER TABLE source ADD COLUMN site_shipments INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN site_events INTEGER NOT NULL DEFAULT 0;
`
