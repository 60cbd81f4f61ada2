import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BILL_OF_MATERIALS, writeBillOfMaterials } from '../../scripts/package.ts'
import { full } from '../support/full.ts'
import { tempDir } from '../support/temp-dir.ts'

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ group: z.string().optional(), name: z.string(), version: z.string() })),
})

test(
  'the bill of materials names what is packed, nothing of development, and is the same each time',
  full('npm lists all packages twice; it is written when packages are made'),
  () => {
    const files = [join(tempDir(), BILL_OF_MATERIALS), join(tempDir(), BILL_OF_MATERIALS)]
    for (const file of files) expect(writeBillOfMaterials(file)).toBe(0)
    const [one = '', other] = files.map((file) => readFileSync(file, 'utf8'))
    expect(other).toBe(one)
    const names = billSchema.parse(JSON.parse(one)).components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'electron-updater', 'zod']))
    expect(names).not.toContain('vitest')
  },
)
