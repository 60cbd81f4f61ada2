import { z } from 'zod'
import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { EMBEDDED } from '../../src-shared/station/app/state.ts'
import { commands } from '../../src-shared/station/commands.ts'
import { changeView } from '../booking/changes/change-view.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import { refuseExcess } from '../app/command-bounds.ts'
import type { Base } from '../app/wire-base.ts'
import { createConnections } from './connections.ts'
import { hookFacts } from './hook-facts.ts'
import { createHooks } from './hooks.ts'
import type { Printing } from '../printing/printing.ts'
import { openWebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import { hookStore } from './hooks.rows.ts'
import { submissionStore } from './submissions.rows.ts'
import { tokenStore } from './tokens.rows.ts'
import type { ManifestStore } from '../documents/endofday/manifests.rows.ts'

/** After these events a webhook may have something to send. */
const SENT_BY_WEBHOOKS: ReadonlySet<StationEventName> = new Set([
  'bookings.changed',
  'jobs.changed',
  'shipments.changed',
])

const submittedSchema = z.looseObject({ submissionId: z.string() })

/** The local API and the webhooks to other systems, as this station has them. */
export function wireConnections(base: Base, { manifests, printing }: { manifests: ManifestStore; printing: Printing }) {
  const { bookings, changes, shipments, people, clock, ids, version, inBackground, onFault } = base
  const { db: ledger } = base.ledger
  const onChange = base.onStationChange
  const connections = createConnections({
    tokens: tokenStore(ledger, clock),
    settings: base.settingRows,
    submissions: submissionStore(ledger),
    madeOf: async (submissionId) => {
      const booking = await bookings.ofSubmission(submissionId)
      if (booking) return bookingView(booking)
      const change = await changes.ofSubmission(submissionId)
      if (change) return changeView(change)
      const job = await printing.queue.ofSubmission(submissionId)
      if (job) return job
      const [manifest] = await manifests.ofSubmission(submissionId)
      return manifest ? { manifestId: manifest.manifestId } : null
    },
    submittedBy: (name, input) => {
      // Most commands have none: they are bounded and parsed once, where they are given.
      if (!submittedSchema.safeParse(input).success) return null
      refuseExcess(name, input)
      return submittedSchema.safeParse(commands[name].input.safeParse(input).data).data ?? null
    },
    hooks: createHooks({
      rows: hookStore(ledger, clock),
      secrets: openWebhookSecrets(base.openKeychain, 'hook secrets'),
      facts: hookFacts({
        ...{ bookings, jobs: printing.queue, shipments },
        isPractice: () => base.environment() === EMBEDDED,
      }),
      clock,
      ids,
      onChange,
      inBackground,
      onFault,
    }),
    refuse: (name, caller) => people.signIn.refuse(name, commands[name].access, caller),
    clock,
    ids,
    version,
    onChange,
    inBackground,
  })
  base.events.subscribe(({ name }) => {
    if (SENT_BY_WEBHOOKS.has(name)) connections.hooks.kick()
  })
  return connections
}
