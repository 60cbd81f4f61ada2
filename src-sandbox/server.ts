import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { orderlyEnd } from '../src-node/server-end.ts'
import { API_PATH } from '../src-shared/freight/envelope.ts'
import { StartError } from './database.ts'
import { openService, type ServiceOptions } from './open-service.ts'

export interface SandboxOptions extends ServiceOptions {
  /** 0 takes a free one. */
  port: number
}

export interface Sandbox {
  /** Ends in the version segment: http://127.0.0.1:4010/api/v1 */
  baseUrl: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** How long a request that is under way may hold up the end. */
const CLOSE_AFTER_MS = 2000

/**
 * Starts the embedded freight service on the loopback address.
 * @throws StartError with a sentence: the data folder or the port cannot be used.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const service = openService(options)
  try {
    const server = createAdaptorServer({ fetch: service.fetch, hostname: HOST })
    if (!('closeAllConnections' in server)) throw new Error('it speaks HTTP/1.1')
    const end = orderlyEnd(server)
    const { port } = await listening(server, options.port)
    const origin = `http://${HOST}:${port}`
    service.start(origin)
    return {
      baseUrl: origin + API_PATH,
      close: async () => {
        await end(CLOSE_AFTER_MS)
        await service.close()
      },
    }
  } catch (cause) {
    await service.close()
    throw cause
  }
}

function listening(server: ReturnType<typeof createAdaptorServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          cause.code === 'EADDRINUSE'
            ? `Port ${port} is in use by another program; choose another with --port.`
            : `The sandbox cannot listen on port ${port}: ${cause.message}`,
          { cause },
        ),
      )
    })
    server.listen(port, HOST, () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address)
    })
  })
}
