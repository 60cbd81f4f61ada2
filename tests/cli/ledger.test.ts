import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../../src-main/cli/exit.ts'
import { ledgerAnswerOf, ledgerArgument } from '../../src-main/app/host-options.ts'
import { testSandbox } from '../support/sandbox.ts'
import { commandLine } from './run.ts'

const stateSchema = z.object({ backups: z.array(z.object({ name: z.string() })), restoreNext: z.string().nullable() })

describe('records that are gone or damaged', () => {
  it('tells what each backup holds and why one cannot be restored, makes one, and plans', async () => {
    const cli = commandLine(await testSandbox())
    const { exit, value } = await cli.json('backup', 'now')
    expect(exit).toBe(EXIT.done)
    const [{ name } = { name: '' }] = stateSchema.parse(value).backups
    writeFileSync(join(cli.dataDir, 'backups', 'ledger-2026-01-01T00-00-00-000Z.db'), '')
    const listed = await cli.run('backup')
    expect(listed.out.join('\n')).toContain(`✓ ${name}  0 bookings until `)
    expect(listed.out.join('\n')).toContain(
      '✗ ledger-2026-01-01T00-00-00-000Z.db  cannot be restored: it is 0 bytes long',
    )
    const planned = await cli.run('backup', 'restore', name)
    expect(planned.out.at(-1)).toBe(`At the next start the records are restored from ${name}.`)
    const refused = await cli.json('backup', 'restore', 'ledger-2026-01-01T00-00-00-000Z.db')
    expect(refused).toMatchObject({ exit: EXIT.failed, value: { error: { code: 'BACKUP_UNSOUND' } } })
  })

  it('is the way out when the records are gone: each start says so until a person has answered', async () => {
    const cli = commandLine(await testSandbox())
    await cli.run('backup', 'now')
    const aside = 'ledger.db.damaged-2026-11-21T10-00-00-000Z'
    renameSync(join(cli.dataDir, 'ledger.db'), join(cli.dataDir, aside))
    rmSync(join(cli.dataDir, 'backups'), { recursive: true })
    for (const words of [['outbox'], ['backup'], ['backup', 'restore', 'none']]) {
      const { exit, said } = await cli.run(...words)
      expect(exit).toBe(EXIT.failed)
      expect(said).toMatch(/^LEDGER_MISSING: .*--restore-ledger NAME.*--new-ledger/)
    }
    expect(readdirSync(cli.dataDir)).not.toContain('ledger.db')
    expect((await cli.run('backup', '--restore-ledger')).exit).toBe(EXIT.usage)
    const restored = await cli.run('backup', '--restore-ledger', aside)
    expect(restored.exit).toBe(EXIT.done)
    expect(restored.out.join('\n')).toContain(aside)
    const again = await cli.run('backup', '--new-ledger')
    expect(again).toMatchObject({ exit: EXIT.failed, said: expect.stringMatching(/^WRONG_STATE/) as string })
  })

  it('begins empty records when told so', async () => {
    const cli = commandLine(await testSandbox())
    await cli.run('backup')
    rmSync(join(cli.dataDir, 'ledger.db'))
    rmSync(join(cli.dataDir, 'backups'), { recursive: true })
    expect((await cli.run('backup')).exit).toBe(EXIT.failed)
    const begun = await cli.json('backup', '--new-ledger')
    expect(begun).toMatchObject({ exit: EXIT.done, value: [{ code: 'LEDGER_NEW' }] })
    expect((await cli.run('backup')).exit).toBe(EXIT.done)
  })
})

describe('the answer on the command line of a shell', () => {
  it('is one of two words, and not both', () => {
    expect(ledgerAnswerOf({})).toBeUndefined()
    expect(ledgerAnswerOf({ 'new-ledger': true })).toEqual({ kind: 'new' })
    expect(ledgerArgument(['--inspect', '--restore-ledger=a.db', '.'])).toEqual({ kind: 'restore', name: 'a.db' })
    expect(() => ledgerAnswerOf({ 'new-ledger': true, 'restore-ledger': 'a.db' })).toThrow('not both')
  })
})
