import { after } from '../../src-node/runtime/wait.ts'
import type { Booking } from '../booking/wire-booking.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import type { Scale } from '../packing/scale/wire-scale.ts'
import type { Services } from './services.ts'
import type { Base } from './wire-base.ts'

/** A booking being sent gets so long for its answer when the station closes; after that it is reconciled at the next start. */
const CLOSE_MS = 5_000

/** What runs in the background, and has to be ended. */
interface Running extends Pick<
  Services,
  'batches' | 'connections' | 'consigneeMail' | 'inbox' | 'orderFeed' | 'printing' | 'shippedTo' | 'webhookReceiver'
> {
  booking: Booking
  conversion: Conversion
  orders: { close(): Promise<void> }
  rehearsal: { close(): Promise<void> }
  scale: Pick<Scale, 'start' | 'close'>
  support: { close(): void }
}

/** Starts what runs in the background, each after what it needs. */
export async function startRunning(running: Running): Promise<void> {
  const { booking, webhookReceiver, inbox, consigneeMail, shippedTo, orderFeed, scale } = running
  booking.wordIndex.kick()
  await (booking.siteStation ?? booking.outbox).start()
  booking.sync.start()
  await webhookReceiver.start()
  inbox.start()
  await consigneeMail.start()
  shippedTo.start()
  await orderFeed.start()
  scale.start()
}

/** Ends it in order: what makes work before what does it, the stores last. */
export async function closeRunning({ cache, ledger, ...base }: Base, running: Running): Promise<void> {
  const { booking, conversion, connections, inbox, support, printing, rehearsal } = running
  const { background = true } = base.options
  base.environments.breakOff()
  const breakOff = after(CLOSE_MS, () => base.closing.abort())
  await running.orderFeed.close()
  await running.batches.close()
  await running.orders.close()
  await (booking.siteStation ?? booking.outbox).close()
  breakOff.cancel()
  base.closing.abort()
  await connections.close()
  await running.webhookReceiver.close()
  await running.consigneeMail.close()
  await running.shippedTo.close()
  await inbox.close()
  await running.scale.close()
  await base.people.signIn.close()
  support.close()
  // A command that runs alone is the only time when a backup of its folder can be made.
  await ledger.backups.stop({ isPatient: !background })
  await Promise.all([booking.sync.close(), printing.close(), rehearsal.close(), base.backgroundWork.settled()])
  await conversion.close()
  await base.environments.close()
  await booking.wordIndex.close()
  await base.requestLog.close()
  cache.close()
  ledger.close()
}
