/**
 * What a company reads of a site, to the last column: the one list that the site's publication is made of, and what the
 * company's tables take. Nobody's name, no token, code, badge or hash of one, no question to a supervisor, no text of an
 * error, no bytes. A change of it is another form; the company's tables take a new form before any site publishes it.
 */
export interface PublishedTable {
  table: string
  /** Behind the site's id: what tells its rows apart at one site. */
  key: readonly string[]
  columns: readonly string[]
}

/** Which form of the list below this is. */
export const COMPANY_FORM = 1

export const PUBLISHED: readonly PublishedTable[] = [
  { table: 'sender', key: [], columns: ['site_name', 'environment', 'beat_at', 'company_form'] },
  {
    table: 'station',
    key: ['station_id'],
    columns: ['name', 'version', 'enrolled_at', 'seen_at', 'revoked_at'],
  },
  {
    table: 'booking',
    key: ['booking_id'],
    columns: [
      'station_id',
      'environment',
      'kind',
      'state',
      'reference',
      'load_id',
      'summary',
      'shipment_id',
      'tracking_number',
      'pro_number',
      'cancellation',
      'batch_id',
      'batch_row',
      'sent_at',
      'created_at',
      'updated_at',
    ],
  },
  {
    table: 'shipment_change',
    key: ['change_id'],
    columns: [
      'station_id',
      'environment',
      'booking_id',
      'shipment_id',
      'state',
      'cancellation',
      'created_at',
      'updated_at',
    ],
  },
  { table: 'label', key: ['environment', 'shipment_id', 'piece'], columns: ['document_id', 'format', 'sha256'] },
  {
    table: 'print_claim',
    key: ['claim_id'],
    columns: ['shipment_id', 'station_id', 'printer_name', 'reason', 'outcome', 'on_island', 'at'],
  },
  {
    table: 'manifest',
    key: ['manifest_id'],
    columns: [
      'environment',
      'number',
      'day',
      'carrier',
      'follows',
      'station_id',
      'created_at',
      'voided_at',
      'void_reason',
    ],
  },
  { table: 'manifest_shipment', key: ['environment', 'shipment_id'], columns: ['manifest_id'] },
  {
    table: 'audit',
    key: ['seq'],
    columns: ['at', 'actor', 'station_id', 'subject_kind', 'subject_id', 'action'],
  },
]

/** Every table of a company that a reader may ask. */
export const COMPANY_TABLES: readonly string[] = ['site', 'site_reader', ...PUBLISHED.map(({ table }) => table)]

/** The publication's name at every site. */
export const PUBLICATION = 'waybill_company'

/** All that is published of a table, keys first. */
export const columnsOf = ({ key, columns }: PublishedTable): string[] => ['site_id', ...key, ...columns]

/** One name for what follows a site: the role that reads it, its slot, and its subscription. */
export function followerOf(siteId: string): string {
  if (!/^[a-z0-9_]{1,50}$/.test(siteId)) throw new Error(`${siteId} is no id of a site`)
  return `waybill_${siteId}`
}
