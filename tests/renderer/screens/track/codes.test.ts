import { expect, test } from 'vitest'
import { readCodes } from '../../../../src-renderer/screens/track/dialogs/codes.ts'

test('numbers are read from a mail or a spreadsheet, each once', () => {
  expect(readCodes('A-1\r\nB 2\tA-1;\n C3 ,')).toEqual({ codes: ['A-1', 'B 2', 'C3'], repeated: 1, fault: null })
})

test('what cannot be asked for is told before the station is asked', () => {
  expect(readCodes(' \n\t').fault).toBe('none')
  expect(readCodes(Array.from({ length: 501 }, (_, index) => `C${index}`).join('\n')).fault).toBe('too-many')
  expect(readCodes('x'.repeat(101)).fault).toBe('too-long')
})
