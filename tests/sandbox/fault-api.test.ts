import { describe, expect, test } from 'vitest'
import { API_KEY, FAULT_TOKEN, useService } from './service.ts'

const service = useService()

describe('the fault API', () => {
  const knock = async (path: string, token?: string) =>
    (await fetch(new URL(path, service.baseUrl), { headers: token === undefined ? {} : { 'x-sandbox-token': token } }))
      .status

  test('opens to its own token only', async () => {
    expect(await knock('/_sandbox/clock')).toBe(401)
    expect(await knock('/_sandbox/clock', API_KEY)).toBe(401)
    expect(await knock('/_sandbox/clock', FAULT_TOKEN)).toBe(200)
  })

  test('is not there without a token', async () => {
    await service.restart({ faultToken: undefined })
    expect(await knock('/_sandbox/clock', FAULT_TOKEN)).toBe(404)
    expect(await knock('/_sandbox/clock', '')).toBe(404)
  })
})
