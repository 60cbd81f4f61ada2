import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterTemplate } from './cluster.ts'

/** A cluster's files in a folder of their own. @throws when there is no PostgreSQL here */
export async function aTemplate(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-site-template-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if ((await clusterTemplate(folder)) !== null) return { folder, remove }
  remove()
  throw new Error('There is no PostgreSQL here: install one (15 or newer).')
}
