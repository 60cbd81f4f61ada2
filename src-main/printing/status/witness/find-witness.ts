import { runtime } from '../../../../src-node/runtime/runtime.ts'
import type { PrinterOptions, PrintWitness } from '../../../../src-shared/station/printing/printer-settings.ts'
import type { TcpAddress } from '../../transports/uri.ts'
import { learnedOf } from '../learned.ts'
import { IPP_PORT, ippWitness, readIppPrinter } from './ipp-printer.ts'
import { findSnmp, snmpWitness } from './snmp-printer.ts'
import type { Witness } from '../watch.ts'

type Ways = Pick<PrinterOptions, 'snmpVersion' | 'snmpPort' | 'snmpCommunity' | 'ippPort'>

export interface FoundWitness {
  witness: PrintWitness | null
  model: string | null
  learned: Partial<PrinterOptions>
}

/** Looks who beside a printer's own language knows what it prints: SNMP, else its own IPP. */
export async function findWitness(
  { host }: TcpAddress,
  { snmpPort, snmpCommunity, ippPort }: Ways,
  deadlineMs: number,
): Promise<FoundWitness> {
  if (!runtime().network.reachesDevices) return { witness: null, model: null, learned: {} }
  const found = await findSnmp({ host, port: snmpPort, community: snmpCommunity }, { deadlineMs })
  if (found) {
    const { model, count, media } = found.seen
    return {
      witness: { by: 'snmp', counts: count !== null, media },
      model,
      learned: { snmpVersion: found.version, ...(model === null ? {} : learnedOf(model, null)) },
    }
  }
  const port = ippPort ?? IPP_PORT
  const seen = await readIppPrinter({ host, port })
  if (!seen) return { witness: null, model: null, learned: { snmpVersion: null } }
  return {
    witness: { by: 'ipp', counts: seen.impressions !== null, media: null },
    model: seen.model,
    learned: { snmpVersion: null, ippPort: port, ...(seen.model === null ? {} : learnedOf(seen.model, null)) },
  }
}

/** Who is asked, beside a printer's own language, how it is and what it printed; null: nobody answers. */
export function witnessOf(
  { host }: TcpAddress,
  { snmpVersion, snmpPort, snmpCommunity, ippPort }: Ways,
): Witness | null {
  if (snmpVersion !== null) {
    return snmpWitness({ host, port: snmpPort, community: snmpCommunity, version: snmpVersion })
  }
  return ippPort === null ? null : ippWitness({ host, port: ippPort })
}
