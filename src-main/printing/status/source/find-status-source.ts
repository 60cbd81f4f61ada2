import { runtime } from '../../../../src-node/runtime/runtime.ts'
import type { PrinterOptions, PrintStatusSource } from '../../../../src-shared/station/printing/printer-settings.ts'
import type { TcpAddress } from '../../transports/uri.ts'
import type { KnownPrinter } from '../identity.ts'
import { learnedOf } from '../learned.ts'
import { IPP_PORT, ippStatusSource, readIppPrinter } from './ipp-printer.ts'
import { findSnmp, snmpStatusSource } from './snmp-printer.ts'
import type { StatusSource } from '../watch.ts'

type Ways = Pick<PrinterOptions, 'snmpVersion' | 'snmpPort' | 'snmpCommunity' | 'ippPort'>

export interface FoundStatusSource {
  statusSource: PrintStatusSource | null
  model: string | null
  learned: Partial<PrinterOptions>
}

/** Looks who beside a printer's own language knows what it prints: SNMP, else its own IPP. */
export async function findStatusSource(
  { host }: TcpAddress,
  { snmpPort, snmpCommunity, ippPort }: Ways,
  deadlineMs: number,
): Promise<FoundStatusSource> {
  if (!runtime().network.reachesDevices) return { statusSource: null, model: null, learned: {} }
  const found = await findSnmp({ host, port: snmpPort, community: snmpCommunity }, { deadlineMs })
  if (found) {
    const { model, count, media } = found.seen
    return {
      statusSource: { by: 'snmp', counts: count !== null, media },
      model,
      learned: { snmpVersion: found.version, ...(model === null ? {} : learnedOf(model)) },
    }
  }
  const port = ippPort ?? IPP_PORT
  const seen = await readIppPrinter({ host, port }, { deadlineMs })
  if (!seen) return { statusSource: null, model: null, learned: { snmpVersion: null } }
  return {
    statusSource: { by: 'ipp', counts: seen.impressions !== null, media: null },
    model: seen.model,
    learned: { snmpVersion: null, ippPort: port, ...(seen.model === null ? {} : learnedOf(seen.model)) },
  }
}

/**
 * The status source beside a printer's own language: its state and what it printed; null: none answers.
 * @param known whose model it has to name before a run; null: anyone's
 */
export function statusSourceOf(
  { host }: TcpAddress,
  { snmpVersion, snmpPort, snmpCommunity, ippPort }: Ways,
  known: KnownPrinter | null = null,
): StatusSource | null {
  if (snmpVersion !== null) {
    return snmpStatusSource({ host, port: snmpPort, community: snmpCommunity, version: snmpVersion }, known)
  }
  return ippPort === null ? null : ippStatusSource({ host, port: ippPort }, known)
}
