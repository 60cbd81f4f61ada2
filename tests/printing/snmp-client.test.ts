import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { snmpGet } from '../../src-main/printing/status/source/snmp-client.ts'

const OID = '1.3.6.1.2.1.1.1.0'

test.each(['1', '2c'] as const)(
  'a question by SNMP %s that is no longer wanted ends without an answer',
  async (version) => {
    const agent = createSocket('udp4')
    onTestFinished(() => void agent.close())
    await new Promise<void>((resolve) => agent.bind(0, '127.0.0.1', resolve))
    const asked = new Promise<void>((resolve) => agent.once('message', () => resolve()))
    const closing = new AbortController()
    const answer = snmpGet(
      { host: '127.0.0.1', port: agent.address().port, community: 'public', version },
      [OID, OID],
      { deadlineMs: 600_000, signal: closing.signal },
    )
    await asked
    closing.abort()
    expect(await answer).toBeNull()
  },
)
