import { connect } from 'node:net'

/** One connection that is kept open, and the requests on it one after the other. */
export interface KeepAliveClient {
  /** Resolves with the whole body. Rejects when the answer is not 200. */
  send(request: Buffer): Promise<Buffer>
  close(): void
}

export interface RequestText {
  method: 'GET' | 'POST'
  url: string
  key: string
  body?: string
}

/** A request's bytes, made once: a client that is slower than the service would measure itself. */
export function requestBytes({ method, url, key, body = '' }: RequestText): Buffer {
  const { host, pathname, search } = new URL(url)
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The body of an answer that is there in full, or null. */
function bodyOf(received: Buffer): Buffer | null {
  const headLength = received.indexOf(END_OF_HEAD)
  if (headLength < 0) return null
  const head = received.toString('latin1', 0, headLength)
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (!/^HTTP\/1\.1 20[01]/.test(head) || length === undefined) throw new Error(`unexpected answer: ${head}`)
  const start = headLength + END_OF_HEAD.length
  return received.length < start + Number(length) ? null : received.subarray(start)
}

export function openKeepAlive(url: string): Promise<KeepAliveClient> {
  const { hostname, port } = new URL(url)
  return new Promise((opened, failed) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received: Buffer[] = []
    let pending: { resolve: (body: Buffer) => void; reject: (cause: unknown) => void } | null = null
    socket.on('data', (chunk) => {
      received.push(chunk)
      try {
        const body = bodyOf(Buffer.concat(received))
        if (body === null) return
        received = []
        pending?.resolve(body)
      } catch (cause) {
        pending?.reject(cause)
      }
    })
    socket.on('error', (cause) => (pending === null ? failed(cause) : pending.reject(cause)))
    socket.on('close', () => pending?.reject(new Error('the connection was closed')))
    socket.on('connect', () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            pending = { resolve, reject }
            if (socket.destroyed) reject(new Error('the connection was closed'))
            else socket.write(request)
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}
