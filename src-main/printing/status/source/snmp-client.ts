import { isIPv6 } from 'node:net'
import snmp from 'net-snmp'
import { runtime } from '../../../../src-node/runtime/runtime.ts'

/** An SNMP agent and how to reach it. */
export interface SnmpAgent {
  host: string
  /** 161 at every printer. */
  port: number
  /** Read-only; `public` unless the printer's owner changed it. */
  community: string
  version: '1' | '2c'
}

/** What an agent answers to a question, by object id; what it does not have is not in it. */
export type SnmpValues = ReadonlyMap<string, number | Buffer>

/**
 * Reads objects by SNMP. Nothing is ever set. Null: no answer, or a wrong community name, which agents do not
 * distinguish. Never rejects.
 */
export async function snmpGet(
  agent: SnmpAgent,
  oids: readonly string[],
  { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal },
): Promise<SnmpValues | null> {
  if (!runtime().network.reachesDevices || signal?.aborted) return null
  const session = snmp.createSession(agent.host, agent.community, {
    port: agent.port,
    version: agent.version === '1' ? snmp.Version1 : snmp.Version2c,
    transport: isIPv6(agent.host) ? 'udp6' : 'udp4',
    timeout: Math.ceil(deadlineMs / 2),
    // A packet may get lost: asked twice within the deadline.
    retries: 1,
    backoff: 1,
  })
  // What the socket reports ends the requests on it, which say so themselves.
  session.on('error', () => undefined)
  const onAbort = () => session.close()
  signal?.addEventListener('abort', onAbort)
  try {
    // Version 1 answers nothing at all where one of several objects is missing.
    const questions = agent.version === '1' ? oids.map((oid) => [oid]) : [oids]
    const answers = []
    for (const question of questions) {
      const answer = await get(session, question)
      if (answer === null || signal?.aborted) return null
      answers.push(...answer)
    }
    return new Map(answers)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    // Its socket can be closed once only, and then throws.
    if (!signal?.aborted) session.close()
  }
}

/** What is there of these objects; null: no answer. */
function get(session: snmp.Session, oids: readonly string[]): Promise<[string, number | Buffer][] | null> {
  return new Promise((resolve) => {
    session.get([...oids], (error, varbinds) => {
      if (error instanceof snmp.RequestFailedError) resolve([])
      else if (error) resolve(null)
      else resolve((varbinds ?? []).flatMap((varbind) => valueOf(varbind)))
    })
  })
}

function valueOf(varbind: snmp.Varbind): [string, number | Buffer][] {
  if (snmp.isVarbindError(varbind)) return []
  const value: unknown = varbind.value
  return typeof value === 'number' || Buffer.isBuffer(value) ? [[varbind.oid, value]] : []
}
