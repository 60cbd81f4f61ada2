import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draftStore } from '../../src-main/store/ledger/settings/drafts.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/store/ledger/migrations.ts'
import { preferences } from '../../src-main/store/ledger/migrations/09-preferences.ts'
import { preferenceStore } from '../../src-main/store/ledger/settings/preferences.ts'
import { templateTextStore } from '../../src-main/store/ledger/settings/template-texts.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const AT = '2026-11-20T10:00:00.000Z'
const typed = { title: [{ title: 'Gate pass' }] }

/** A ledger of the version before, where these were drafts. */
function versionBefore(dir: string): void {
  const before = LEDGER_MIGRATIONS.indexOf(preferences)
  const db = new Database(join(dir, 'ledger.db'))
  for (const migration of LEDGER_MIGRATIONS.slice(0, before)) db.exec(migration)
  db.pragma(`user_version = ${before}`)
  const insert = db.prepare('INSERT INTO draft (form, key, body, updated_at) VALUES (?, ?, ?, ?)')
  insert.run('track', 'columns', '["status","eta"]', AT)
  insert.run('track', 'filters', '[]', AT)
  insert.run('track.note', 'SHP-1', '"call the dock"', AT)
  insert.run('document', 'SHP-1 CUSTOM_FORM', JSON.stringify(typed), AT)
  for (let index = 0; index < 200; index++) insert.run('document-source', `DOC-${index}`, JSON.stringify(typed), AT)
  db.close()
}

test('what was preferred and what documents were made from is taken out of the drafts, all of it', async () => {
  const dir = tempDir()
  versionBefore(dir)
  const clock = new FakeClock(AT)
  const { db, close } = await openLedger(dir, clock)
  try {
    expect(await preferenceStore(db, clock).list()).toEqual({ 'track.columns': ['status', 'eta'], 'track.filters': [] })
    const texts = templateTextStore(db, clock)
    await texts.save('DOC-new', typed)
    for (let index = 0; index < 200; index++) expect(await texts.get(`DOC-${index}`)).toEqual(typed)
    const left = await draftStore(db, clock).list(undefined, 500)
    expect(left.map(({ form, key }) => `${form} ${key}`).sort()).toEqual([
      'document SHP-1 CUSTOM_FORM',
      'track.note SHP-1',
    ])
  } finally {
    close()
  }
})
