import { sleep } from '../../../src-node/runtime/wait.ts'
import makeMdns, { type Options, type ResponsePacket } from 'multicast-dns'
import { z } from 'zod'

/** A print service announced on the local network (DNS-SD). */
export interface AnnouncedPrinter {
  /** As its owner calls it. */
  name: string
  /** One of SERVICES. */
  service: string
  /** Its IPv4 address, else its host name. */
  host: string
  port: number
  /** Its name from its TXT record; null when there is none. */
  model: string | null
}

/** Raw port; IPP; LPD. */
const SERVICES = ['_pdl-datastream._tcp.local', '_ipp._tcp.local', '_printer._tcp.local'] as const

const srvSchema = z.object({ port: z.int(), target: z.string() })
const txtSchema = z.union([z.array(z.instanceof(Uint8Array)), z.instanceof(Uint8Array).transform((one) => [one])])

type Answer = ResponsePacket['answers'][number]

/** Asks the local network for printers and listens for `forMs`. A machine without multicast finds none. */
export async function browse(forMs: number, options: Options = {}): Promise<AnnouncedPrinter[]> {
  const records: Answer[] = []
  const mdns = makeMdns(options)
  // No network, or a port that is taken: nothing is found, which is what there is to say.
  mdns.on('error', () => undefined)
  mdns.on('warning', () => undefined)
  mdns.on('response', ({ answers, additionals }: ResponsePacket) => {
    records.push(...answers, ...additionals)
  })
  const question = { questions: SERVICES.map((name) => ({ name, type: 'PTR' as const })) }
  mdns.query(question)
  // Packets of a network get lost; asking twice is what the protocol recommends.
  await sleep(forMs / 3)
  mdns.query(question)
  await sleep((forMs * 2) / 3)
  await new Promise<void>((resolve) => mdns.destroy(() => resolve()))
  return printersIn(records)
}

/** The printers in a set of DNS records; a service without a port is skipped. */
export function printersIn(records: readonly { type: string; name: string; data?: unknown }[]): AnnouncedPrinter[] {
  const dataOf = (type: string, name: string) =>
    records.filter((record) => record.type === type && record.name === name).map(({ data }) => data)
  const found = new Map<string, AnnouncedPrinter>()
  for (const service of SERVICES) {
    for (const instance of dataOf('PTR', service)) {
      if (typeof instance !== 'string') continue
      const srv = z.array(srvSchema).safeParse(dataOf('SRV', instance).slice(0, 1)).data?.[0]
      if (!srv) continue
      const address = z.ipv4().safeParse(dataOf('A', srv.target)[0])
      found.set(instance, {
        name: instance.slice(0, -service.length - 1),
        service,
        host: address.success ? address.data : srv.target.replace(/\.$/, ''),
        port: srv.port,
        model: modelOf(dataOf('TXT', instance)[0]),
      })
    }
  }
  return [...found.values()]
}

/** `ty=Zebra ZD421` or `product=(ZD421)` of a TXT record. */
function modelOf(data: unknown): string | null {
  const entries = txtSchema.safeParse(data).data?.map((entry) => Buffer.from(entry).toString('utf8')) ?? []
  const value = (key: string) => entries.find((entry) => entry.startsWith(`${key}=`))?.slice(key.length + 1)
  return value('ty') ?? value('product')?.replace(/^\((.*)\)$/, '$1') ?? value('usb_MDL') ?? null
}
