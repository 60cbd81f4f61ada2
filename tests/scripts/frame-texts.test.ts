import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { frameTexts } from '../../scripts/frame-texts.ts'
import { projectRoot } from '../../scripts/project.ts'
import en from '../../src-renderer/messages/en.json' with { type: 'json' }
import { tempDir } from '../support/temp-dir.ts'

test('the texts of the first load are those that its modules name, whole or by their beginning', () => {
  const root = tempDir()
  const write = (file: string, lines: string[]) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), lines.join('\n'))
  }
  write('main.ts', [
    "import { rail } from './frame/rail.ts'",
    "import type { Screen } from './screen.ts'",
    "const screen = () => import('./screen.ts')",
  ])
  write('frame/rail.ts', ["import './main.css'", "export * from '../state.ts'", 'export const t = (s) => `rail.${s}`'])
  write('state.ts', ["locale.t('frame.start')", "locale.word('booking', state)"])
  write('screen.ts', ["locale.t('screen.title')"])
  const texts = {
    ...{ 'rail.quote': 'Quote', 'frame.start': 'Start', 'frame.startOver': 'Again', 'booking.BOOKED': 'Booked' },
    ...{ 'screen.title': 'Title', 'bookings.many': 'Many' },
  }
  expect(Object.keys(frameTexts(join(root, 'main.ts'), texts))).toEqual(['rail.quote', 'frame.start', 'booking.BOOKED'])
})

test('the frame has its own texts and every error, and less than a third of all', () => {
  const frame = frameTexts(join(projectRoot, 'src-renderer', 'main.ts'), en)
  expect(Object.keys(frame)).toEqual(
    expect.arrayContaining([
      'common.tryAgain',
      'error.INVALID_INPUT',
      'frame.starting',
      'rail.quote',
      'toast.notUndone',
    ]),
  )
  expect(Object.keys(frame).length).toBeLessThan(Object.keys(en).length / 3)
})
