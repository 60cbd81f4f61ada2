/** Mexican tax codes; `key_*` is the description as it is searched: see searchKey. */
export const SAT_CODES = `
  CREATE TABLE sat_code (
    sat_code       TEXT PRIMARY KEY,
    description_es TEXT NOT NULL,
    description_en TEXT NOT NULL,
    category       TEXT NOT NULL,
    subcategory    TEXT NOT NULL,
    key_es         TEXT NOT NULL,
    key_en         TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Codes that a file gave stay as the file has them when the service brings new descriptions. */
export const SAT_CODE_SOURCE = `
  ALTER TABLE sat_code ADD COLUMN is_imported INTEGER NOT NULL DEFAULT 0;
`
