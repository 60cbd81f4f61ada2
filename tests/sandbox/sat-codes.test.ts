import { expect, test } from 'vitest'
import { writtenCodes } from '../../src-sandbox/sat/seed.ts'

test('the codes that come with the service are hundreds, eight digits each, none twice', () => {
  const codes = writtenCodes().map(({ sat_code }) => sat_code)
  expect(codes.length).toBeGreaterThanOrEqual(400)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^\d{8}$/)
})
