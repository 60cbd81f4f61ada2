import { expect, test } from 'vitest'
import { endOf, runProgram, withoutNodeMode } from '../../scripts/run-electron.ts'

test('a program that cannot be started is unusable, and says why', async () => {
  expect(await runProgram('/nowhere/electron', [])).toMatchObject({
    kind: 'unusable',
    reason: expect.stringContaining('ENOENT'),
  })
})

test('the code of one that ran is its own', async () => {
  expect(await runProgram(process.execPath, ['-e', 'process.exit(3)'])).toEqual({
    kind: 'ended',
    exitCode: 3,
    said: null,
  })
})

test('who ends it is said: a killer, and on Windows a status', () => {
  expect(endOf(null, 'SIGKILL', 1)).toEqual({ kind: 'ended', exitCode: 1, said: 'Electron was ended: SIGKILL.' })
  expect(endOf(null, 'SIGSEGV', 1)).toEqual({ kind: 'unusable', reason: 'SIGSEGV' })
  expect(endOf(0xc0000135, null, 1)).toEqual({ kind: 'unusable', reason: 'a DLL is missing' })
  // Node.js tells such a status as it is, or as the negative number of the same bits.
  expect(endOf(0xc0000135 | 0, null, 60_000)).toMatchObject({
    kind: 'ended',
    said: expect.stringContaining('a DLL is missing'),
  })
})

test('Electron does not become a plain Node.js because somebody asked that of another', () => {
  expect(withoutNodeMode({ ELECTRON_RUN_AS_NODE: '1', PATH: '/bin' })).toEqual({ PATH: '/bin' })
})
