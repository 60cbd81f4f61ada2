import { z } from 'zod'

/** What Chromium's DevTools protocol carries, as far as the stand-in reads it. */
const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).default({}),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
})

type CdpListener = (params: Record<string, unknown>) => void

/** A connection to a Chromium, and what goes on in each target's session of it. */
export interface Cdp {
  /** @throws Error with what Chromium says, and when the connection is gone */
  send<T = unknown>(method: string, params?: object, sessionId?: string, schema?: z.ZodType<T>): Promise<T>
  /** Told each event of a session. */
  on(sessionId: string | undefined, method: string, listener: CdpListener): void
  close(): void
}

export async function connectCdp(endpoint: string): Promise<Cdp> {
  const socket = new WebSocket(endpoint)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`no Chromium at ${endpoint}`)), { once: true })
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, CdpListener[]>()
  const keyOf = (sessionId: string | undefined, method: string) => `${sessionId ?? ''} ${method}`
  let lastId = 0

  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    const message = messageSchema.parse(JSON.parse(String(data)))
    const { id, method, params, result, error, sessionId } = message
    if (id !== undefined) {
      const call = waiting.get(id)
      waiting.delete(id)
      if (error) call?.reject(new Error(error.message))
      else call?.resolve(result)
    } else if (method !== undefined) {
      for (const listener of listeners.get(keyOf(sessionId, method)) ?? []) listener(params)
    }
  })
  socket.addEventListener('close', () => {
    for (const call of waiting.values()) call.reject(new Error('the connection to Chromium is gone'))
    waiting.clear()
  })

  return {
    send: async (method, params = {}, sessionId, schema) => {
      const id = ++lastId
      const call = Promise.withResolvers<unknown>()
      waiting.set(id, call)
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, method, params, sessionId }))
      else call.reject(new Error('the connection to Chromium is gone'))
      const result = await call.promise.catch((error: unknown) => {
        throw new Error(`${method}: ${error instanceof Error ? error.message : String(error)}`)
      })
      return schema ? schema.parse(result) : (result as never)
    },
    on: (sessionId, method, listener) => {
      const key = keyOf(sessionId, method)
      listeners.set(key, [...(listeners.get(key) ?? []), listener])
    },
    close: () => socket.close(),
  }
}
