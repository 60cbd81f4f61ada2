import type { Hooks } from '../connections/hooks.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import type { LabelKeeper } from '../labels/label-keeper.ts'
import type { PrintQueue } from '../printing/queue/queue.ts'
import type { Overdue } from '../store/ledger/overdue.ts'
import type { Sync } from '../tracking/sync.ts'
import type { WebhookReceiver } from '../webhooks/receiver.ts'
import type { Watched } from './watchdog.ts'

interface Workers {
  /** Of the ledger. */
  overdue: (kinds: readonly Overdue['kind'][]) => Overdue[]
  outbox: Pick<Outbox, 'isIdle' | 'kick'>
  queue: Pick<PrintQueue, 'wakeAll'>
  hooks: Pick<Hooks, 'isIdle' | 'kick'>
  sync: Pick<Sync, 'isIdle'>
  labels: Pick<LabelKeeper, 'overdue' | 'fetchMissing'>
  webhookReceiver: Pick<WebhookReceiver, 'overdue' | 'askAgain'>
}

/** Everything that the watchdog looks after, and who wakes what. */
export function watchedWorkers({ overdue, outbox, queue, hooks, sync, labels, webhookReceiver }: Workers): Watched[] {
  return [
    {
      overdue: async () => overdue(['booking', 'change']),
      isIdle: outbox.isIdle,
      wake: async () => outbox.kick(),
    },
    // Its statement leaves out what is on its way: one printer's job says nothing about another's.
    { overdue: async () => overdue(['print job']), isIdle: () => true, wake: queue.wakeAll },
    { overdue: async () => overdue(['webhook']), isIdle: hooks.isIdle, wake: async () => hooks.kick() },
    { overdue: labels.overdue, isIdle: sync.isIdle, wake: labels.fetchMissing },
    { overdue: webhookReceiver.overdue, isIdle: sync.isIdle, wake: webhookReceiver.askAgain },
  ]
}
