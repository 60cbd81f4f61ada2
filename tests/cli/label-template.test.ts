import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXIT } from '../../src-main/cli/exit.ts'
import { testSandbox } from '../support/sandbox.ts'
import { commandLine } from './run.ts'

it('lists label templates and prints one, singly and from a file, telling row and column of what is wrong', async () => {
  const cli = commandLine(await testSandbox())
  const listed = await cli.run('label', 'template', 'list')
  expect(listed.out).toContain('Shelf location (starter-location, location): location*')

  const print = ['label', 'template', 'print', 'shelf location']
  expect(await cli.json(...print, '--field', 'location=A-1')).toMatchObject({
    exit: EXIT.done,
    value: { state: 'PRINTED', purpose: 'template', title: 'Shelf location' },
  })
  const missing = await cli.run(...print)
  expect(missing).toMatchObject({ exit: EXIT.failed })
  expect(missing.said).toContain('location: is required for a barcode')

  const csv = join(cli.dataDir, 'bins.csv')
  writeFileSync(csv, 'Bin\nA-1\n\u00d1\n')
  const wrong = await cli.run(...print, '--csv', csv, '--column', 'location=Bin')
  expect(wrong.exit).toBe(EXIT.failed)
  expect(wrong.said).toContain('Row 3, column Bin:')
  writeFileSync(csv, 'Bin\nA-1\nA-2\n')
  expect(await cli.json(...print, '--csv', csv, '--column', 'location=Bin')).toMatchObject({
    exit: EXIT.done,
    value: { labels: 2, jobs: [{ state: 'PRINTED' }] },
  })
  expect(await cli.run('label', 'template', 'print', 'nothing')).toMatchObject({ exit: EXIT.usage })
})
