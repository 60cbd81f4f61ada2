/** A row that cannot be read must not keep the others from being ordered. */
const of = (place: string, field: string) => `(CASE WHEN json_valid(${place}) THEN ${place} ->> '$.${field}' END)`
const NAME = `lower(coalesce(nullif(${of('destination', 'companyName')}, ''), ${of('destination', 'contactName')}))`
const LANE = `lower(coalesce(${of('origin', 'city')}, '') || ' ' || coalesce(${of('destination', 'city')}, ''))`
const DAY = (column: string) => `julianday(substr(${column}, 1, 10))`

/**
 * What the board is ordered by beside the columns: the consignee, the lane, the last news, and the delay. That of what is under
 * way grows by the day, so it stands above all that has ended, and among itself by its promised day.
 */
export const moreSorts = `
ALTER TABLE shipment ADD COLUMN consignee TEXT GENERATED ALWAYS AS (${NAME}) VIRTUAL;
ALTER TABLE shipment ADD COLUMN lane TEXT GENERATED ALWAYS AS (nullif(${LANE}, ' ')) VIRTUAL;
ALTER TABLE shipment ADD COLUMN delay_rank REAL GENERATED ALWAYS AS (
  CASE
    WHEN status IN ('CANCELLED', 'RETURNED') THEN NULL
    WHEN actual_delivery IS NOT NULL THEN ${DAY('actual_delivery')} - ${DAY('estimated_delivery')}
    WHEN status <> 'DELIVERED' THEN 10000000 - ${DAY('estimated_delivery')}
  END
) VIRTUAL;
CREATE INDEX shipment_consignee ON shipment (consignee);
CREATE INDEX shipment_lane ON shipment (lane);
CREATE INDEX shipment_delay ON shipment (delay_rank);
CREATE INDEX shipment_heard ON shipment (heard_at);
`
