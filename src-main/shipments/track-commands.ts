import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { trackingCommands } from '../../src-shared/station/commands/tracking.ts'
import type { Services } from '../app/services.ts'
import { signatureOf } from './signature.ts'

type Ports = Pick<Services, 'board' | 'sync' | 'printing' | 'environments' | 'webhookReceiver'>

/** The Track screen's commands. */
export function trackCommands(ports: Ports): Pick<CommandHandlers, keyof typeof trackingCommands> {
  const { board, sync, printing, environments, webhookReceiver } = ports
  return {
    'shipments.search': (query) => board.search(query),
    'shipments.get': ({ shipmentId }) => board.open(shipmentId),
    'shipments.refresh': ({ shipmentId }) => board.refresh(shipmentId),
    'shipments.tiles': () => board.tiles(),
    'shipments.places': () => board.places(),
    'shipments.unprinted': async () => board.unprinted(await printing.queue.unprinted(environments.link().key)),
    'shipments.lookupMany': ({ codes }) => board.lookupMany(codes),
    'shipments.exportCsv': (input) => board.exportCsv(input),
    'shipments.stats': ({ from, until }) => board.stats(new Date(from), new Date(until)),
    'shipments.signature': async ({ shipmentId }) => ({ image: await signatureOf(environments.link(), shipmentId) }),
    'shipments.note': ({ shipmentId, text }) => board.note(shipmentId, text),
    'shipments.acknowledge': ({ shipmentId, lastEventId }) => board.acknowledge(shipmentId, lastEventId),
    'shipments.snooze': ({ shipmentId, until }) => board.snooze(shipmentId, new Date(until)),
    'tracking.sync': () => sync.syncNow(),
    'tracking.state': () => sync.state(),
    'tracking.quarantine': () => sync.quarantine(),
    'webhookReceiver.state': () => webhookReceiver.state(),
    'webhookReceiver.configure': (change) => webhookReceiver.configure(change),
  }
}
