import { request, type RequestOptions } from 'node:http'
import { existsSync } from 'node:fs'
import { after } from '../../../src-node/runtime/wait.ts'
import { decodeIpp, encodeIpp, IPP_TAG, type IppAttribute, type IppResponse } from './ipp-codec.ts'

/** Where CUPS listens: a socket of this machine, or a port of it. */
export type IppServer = { socketPath: string } | { host: string; port: number }

const SOCKETS = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd']
const DEADLINE_MS = 10_000
/** A document may take longer to be taken, as long as it is being taken. */
const DOCUMENT_DEADLINE_MS = 120_000
const MOST_BYTES = 4 * 1024 * 1024
/** It may have all of it, and say so too late. */
const REQUEST_TIMEOUT = 408

/** The spooler of this machine. */
export function localIppServer(): IppServer {
  const socketPath = SOCKETS.find((path) => existsSync(path))
  return socketPath === undefined ? { host: 'localhost', port: 631 } : { socketPath }
}

/** The outcome of a call. `isSent` false: surely nothing of it arrived, or it was turned away. */
export type IppResult = { ok: true; response: IppResponse } | { ok: false; isSent: boolean; reason: string }

export interface IppCall {
  operation: number
  /** The resource that the HTTP request names. */
  path: string
  attributes: readonly IppAttribute[]
  document?: Uint8Array
  /** From the connection to the end of the answer, in milliseconds. */
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** One IPP request over HTTP. Never rejects: what fails says whether it may have arrived. */
export function callIpp(server: IppServer, call: IppCall): Promise<IppResult> {
  const head = encodeIpp({
    operation: call.operation,
    requestId: 1,
    attributes: [
      { name: 'attributes-charset', tag: IPP_TAG.charset, values: ['utf-8'] },
      { name: 'attributes-natural-language', tag: IPP_TAG.language, values: ['en'] },
      ...call.attributes,
    ],
  })
  const body = call.document ? Buffer.concat([head, call.document]) : head
  const deadlineMs = call.deadlineMs ?? (call.document ? DOCUMENT_DEADLINE_MS : DEADLINE_MS)
  const options: RequestOptions = {
    ...server,
    method: 'POST',
    path: call.path,
    headers: { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' },
    timeout: DEADLINE_MS,
    agent: false,
    ...(call.signal ? { signal: call.signal } : {}),
  }
  return new Promise((resolve) => {
    let isConnected = false
    const settle = (result: IppResult) => {
      deadline.cancel()
      resolve(result)
    }
    const fail = (reason: string, isSent = isConnected) => settle({ ok: false, isSent, reason })
    const sent = request(options, (answer) => {
      const pieces: Buffer[] = []
      let length = 0
      answer.on('data', (piece: Buffer) => {
        length += piece.length
        if (length > MOST_BYTES) answer.destroy(new Error('the answer is too long'))
        else pieces.push(piece)
      })
      answer.on('error', (error) => fail(error.message))
      answer.on('close', () => fail('the answer broke off'))
      answer.on('end', () => {
        const { statusCode = 0 } = answer
        if (statusCode !== 200) return fail(`HTTP ${statusCode}`, !isTurnedAway(statusCode))
        try {
          settle({ ok: true, response: decodeIpp(Buffer.concat(pieces)) })
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error))
        }
      })
    })
    const deadline = after(deadlineMs, () => {
      fail(`no whole answer within ${deadlineMs / 1000} s`)
      sent.destroy()
    })
    sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${DEADLINE_MS / 1000} s`)))
    sent.on('error', (error) => fail('code' in error ? String(error.code) : error.message))
    sent.end(body)
  })
}

/** Whether a server did not look at what it was sent, such as without the sign-in or encryption that it asks for. */
function isTurnedAway(status: number): boolean {
  return status >= 400 && status < 500 && status !== REQUEST_TIMEOUT
}
