/**
 * From here on `document_bytes.bytes` may be packed by zstd: whichever gives the hash, the bytes or what they unpack to, is what
 * was kept. Documents whose hash is above `after`, from before, are packed in the background; no hash is above 'g'.
 */
export const packedDocuments = `
CREATE TABLE document_backfill (
  after TEXT NOT NULL
) STRICT;
INSERT INTO document_backfill SELECT iif(EXISTS (SELECT 1 FROM document_bytes), '', 'g');
`
