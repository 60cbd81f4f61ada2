import { createSocket } from 'node:dgram'
import snmp from 'net-snmp'
import { onTestFinished } from 'vitest'

/** What a simulated agent says, asked anew for each question; a value that is absent is not in its MIB. */
export interface AgentValues {
  /** hrPrinterStatus: 3 idle, 4 printing. */
  printerStatus?: number
  /** hrPrinterDetectedErrorState, bytes. */
  errors?: number[]
  /** prtMarkerCounterUnit: 7 impressions, 16 feet. */
  counterUnit?: number
  lifeCount?: number
  /** prtInputDimUnit 3: ten-thousandths of an inch. */
  media?: { unit: number; length: number; width: number }
  /** Zebra's own. */
  zebra?: { model: string; ready: number; mediaOut: number; labels: number }
}

/** The agent's part that is used here; its own types leave it open. */
interface Agent {
  getAuthorizer(): { addCommunity(community: string): void }
  getMib(): {
    registerProvider(provider: Record<string, unknown>): void
    setScalarValue(name: string, value: number | string): void
    setTableSingleCell(name: string, column: number, row: number[], value: number | string | Buffer): void
    addTableRow(name: string, row: (number | string | Buffer)[]): void
  }
  close(): void
}

const PRINTER = '1.3.6.1.2.1.25.3.5.1'
const INPUT = '1.3.6.1.2.1.43.8.2.1'
const MARKER = '1.3.6.1.2.1.43.10.2.1'
const ZEBRA = '1.3.6.1.4.1.10642'

/** An SNMP agent of a printer on a loopback port, by net-snmp's agent, for the running test. */
export async function snmpAgent(values: () => AgentValues, community = 'public'): Promise<{ port: number }> {
  const port = await freeUdpPort()
  const agent: Agent = snmp.createAgent({ port, address: '127.0.0.1', accessControlModelType: 0 }, () => undefined)
  onTestFinished(() => agent.close())
  agent.getAuthorizer().addCommunity(community)
  const mib = agent.getMib()
  const { ReadOnly, NotAccessible } = { ReadOnly: 2, NotAccessible: 0 }
  const { Integer, OctetString, Counter } = snmp.ObjectType
  const scalar = (
    name: string,
    oid: string,
    type: number,
    value: (now: AgentValues) => number | string | undefined,
  ) => {
    const first = value(values())
    if (first === undefined) return
    mib.registerProvider({
      name,
      type: snmp.MibProviderType.Scalar,
      oid,
      scalarType: type,
      maxAccess: ReadOnly,
      handler: (request: { done(): void }) => {
        mib.setScalarValue(name, value(values()) ?? 0)
        request.done()
      },
    })
    mib.setScalarValue(name, first)
  }
  type Cell = number | string | Buffer
  const table = (
    name: string,
    oid: string,
    indices: number,
    columns: { number: number; type: number; value: (now: AgentValues) => Cell | undefined }[],
  ) => {
    const there = columns.filter(({ value }) => value(values()) !== undefined)
    if (there.length === 0) return
    const keys = Array.from({ length: indices }, (_, index) => ({
      number: 90 + index,
      name: `${name}Key${index}`,
      type: Integer,
      maxAccess: NotAccessible,
    }))
    mib.registerProvider({
      name,
      type: snmp.MibProviderType.Table,
      oid,
      maxAccess: ReadOnly,
      tableColumns: [
        ...there.map(({ number, type }) => ({ number, name: `${name}${number}`, type, maxAccess: ReadOnly })),
        ...keys,
      ],
      tableIndex: keys.map((key) => ({ columnName: key.name })),
      handler: (request: { done(): void }) => {
        for (const { number, value } of there) {
          mib.setTableSingleCell(
            name,
            number,
            Array.from({ length: indices }, () => 1),
            value(values()) ?? 0,
          )
        }
        request.done()
      },
    })
    mib.addTableRow(name, [...there.map(({ value }) => value(values()) ?? 0), ...keys.map(() => 1)])
  }
  table('hrPrinter', PRINTER, 1, [
    { number: 1, type: Integer, value: (now) => now.printerStatus },
    { number: 2, type: OctetString, value: (now) => now.errors && Buffer.from(now.errors) },
  ])
  table('prtInput', INPUT, 2, [
    { number: 3, type: Integer, value: (now) => now.media?.unit },
    { number: 6, type: Integer, value: (now) => now.media?.length },
    { number: 7, type: Integer, value: (now) => now.media?.width },
  ])
  table('prtMarker', MARKER, 2, [
    { number: 3, type: Integer, value: (now) => now.counterUnit },
    { number: 4, type: Counter, value: (now) => now.lifeCount },
  ])
  scalar('zebraModel', `${ZEBRA}.1.1`, OctetString, (now) => now.zebra?.model)
  scalar('zebraReady', `${ZEBRA}.6.22`, Integer, (now) => now.zebra?.ready)
  scalar('zebraMedia', `${ZEBRA}.6.23`, Integer, (now) => now.zebra?.mediaOut)
  scalar('zebraLabels', `${ZEBRA}.3.1.6`, Integer, (now) => now.zebra?.labels)
  return { port }
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}
