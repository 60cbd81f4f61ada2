/**
 * A person may have several data folders, each with secrets of its own in the one keychain: a name that is part of the
 * ledger, and of its backups, separates them. An older ledger also looks under the names that all of them shared.
 */
export const keychainName = `
ALTER TABLE ledger_identity ADD COLUMN keychain_name TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger_identity ADD COLUMN has_shared_secrets INTEGER NOT NULL DEFAULT 0;

UPDATE ledger_identity SET keychain_name = lower(hex(randomblob(8))),
  has_shared_secrets = EXISTS (SELECT 1 FROM audit) OR EXISTS (SELECT 1 FROM setting);
`
