import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../../src-main/cli/exit.ts'
import { testSandbox } from '../support/sandbox.ts'
import { commandLine } from './run.ts'

const stateSchema = z.object({
  backups: z.array(z.object({ name: z.string(), at: z.string() })),
  restoreNext: z.string().nullable(),
})

describe('waybill backup', () => {
  it('makes one, lists, verifies, rehearses a restore and plans one by its time', async () => {
    const cli = commandLine(await testSandbox())
    const made = await cli.json('backup', 'now')
    expect(made.exit).toBe(EXIT.done)
    const { backups } = stateSchema.parse(made.value)
    const newest = backups[0] ?? { name: '', at: '' }
    const listed = await cli.run('backup')
    expect(listed.out.join('\n')).toContain(newest.name)
    expect(listed.out.join('\n')).toMatch(/Last verified: ledger-.*, complete until /)
    expect((await cli.run('backup', 'verify', newest.name)).out).toEqual([
      expect.stringContaining(`✓ ${newest.name}  0 bookings until `),
    ])
    expect((await cli.run('backup', 'drill')).out[0]).toMatch(/^✓ ledger-.* restores: 0 bookings, none missing/)
    const planned = await cli.json('backup', 'restore', '--at', newest.at)
    expect(stateSchema.parse(planned.value).restoreNext).toBe(newest.name)
    const none = await cli.json('backup', 'restore', 'none')
    expect(stateSchema.parse(none.value).restoreNext).toBeNull()
    const early = await cli.json('backup', 'restore', '--at', '2020-01-01T00:00:00Z')
    expect(early).toMatchObject({ exit: EXIT.failed, value: { error: { code: 'NOT_FOUND' } } })
  })

  it('tells a wrong command line, and a second place that is none', async () => {
    const cli = commandLine(await testSandbox())
    for (const words of [
      ['backup', 'restore'],
      ['backup', 'second'],
      ['backup', 'fly'],
    ]) {
      expect((await cli.run(...words)).exit).toBe(EXIT.usage)
    }
    expect((await cli.run('backup', 'second', '/no/such/folder')).said).toMatch(/^SECOND_PLACE_REFUSED/)
    expect((await cli.run('doctor')).out.join('\n')).toMatch(/! second place +none: if the disk fails/)
  })
})
