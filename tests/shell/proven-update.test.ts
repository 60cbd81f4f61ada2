import { expect, test } from 'vitest'
import { countStart } from '../../src-main/shell/desktop/crash-count.ts'
import { takeBack, updateIsUp } from '../../src-main/shell/desktop/updates/rollback.ts'
import { readUpdates, writeUpdates } from '../../src-main/shell/desktop/updates/update-file.ts'
import { tempDir } from '../support/temp-dir.ts'

function updated() {
  const folder = tempDir()
  const step = { from: '1.0.0', to: '1.1.0', kept: null, records: 7 }
  writeUpdates(folder, { ...readUpdates(folder), step })
  const installed = { kind: 'deb' } as const
  const back = (crashes: number) =>
    takeBack({ folder, version: '1.1.0', crashes, installed, records: () => 7, run: () => false })
  return { folder, step, back }
}

test('an end in disorder after it was up does not count as a failed start', () => {
  const folder = tempDir()
  countStart(folder).isUp()
  // The power is cut hours later; the next start fails once.
  expect(countStart(folder).crashes).toBe(0)
  expect(countStart(folder).crashes).toBe(1)
  expect(countStart(folder).crashes).toBe(2)
})

test('a version that was up once is not taken back, however often a later start fails', () => {
  const { folder, back } = updated()
  expect(back(1)).toEqual({ kind: 'no' })
  updateIsUp(folder, '1.1.0')
  expect(back(2)).toEqual({ kind: 'no' })
  expect(readUpdates(folder)).toMatchObject({ step: null, refused: [] })
})

test('a version that never was up is taken back still', () => {
  expect(updated().back(2)).toMatchObject({ kind: 'asks', to: '1.0.0' })
})

test('the step to a version that was installed meanwhile is not over when the older one is up', () => {
  const { folder, step } = updated()
  updateIsUp(folder, '1.0.0')
  expect(readUpdates(folder).step).toEqual(step)
})
