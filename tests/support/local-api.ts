import { z } from 'zod'
import type { TokenInput } from '../../src-shared/station/app/connections.ts'
import { stationErrorSchema } from '../../src-shared/station/error.ts'
import { testSandbox, type TestSandboxOptions } from './sandbox.ts'
import { testStation } from './test-station.ts'

/** What a command over HTTP answers. */
export const answerSchema = z.object({
  ok: z.boolean(),
  value: z.unknown().optional(),
  error: stationErrorSchema.optional(),
})
export type Answer = z.output<typeof answerSchema>

/** A station with a service of its own whose API is open, and a token for it. */
export async function openApi(input: Partial<TokenInput> = {}, service: TestSandboxOptions = {}) {
  const station = await testStation(await testSandbox(service))
  const { api } = await station.run('connections.configure', { isOn: true, port: 0 })
  const url = api.url ?? ''
  const token = async (wanted: Partial<TokenInput> = {}) => {
    const made = await station.run('connections.makeToken', { name: 'ERP', role: 'clerk', ...wanted })
    return made.secret ?? ''
  }
  const secret = await token(input)
  const give = async (name: string, body: unknown, { key = secret, ...init }: RequestInit & { key?: string } = {}) => {
    const response = await fetch(`${url}/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    })
    return {
      status: response.status,
      headers: response.headers,
      body: answerSchema.parse(JSON.parse(await response.text())),
    }
  }
  return { ...station, url, secret, token, give }
}
