import { z } from 'zod'
import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { commands } from '../../src-shared/station/commands.ts'
import { changeView } from '../booking/changes/change-view.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import { refuseExcess } from '../app/command-bounds.ts'
import { createConnections, type ConnectionPorts } from './connections.ts'
import { hookFacts } from './hook-facts.ts'
import { createHooks, type HookPorts } from './hooks.ts'
import type { People } from '../people/people.ts'
import type { Printing } from '../printing/printing.ts'
import type { OpenKeychain } from '../kernel/secrets/keychain.ts'
import { openWebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import type { BookingStore } from '../booking/bookings.rows.ts'
import type { ChangeStore } from '../booking/changes/shipment-changes.rows.ts'
import { hookStore } from './hooks.rows.ts'
import { submissionStore } from './submissions.rows.ts'
import { tokenStore } from './tokens.rows.ts'
import type { ManifestStore } from '../documents/endofday/manifests.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

/** After these a webhook may have something to tell. */
export const TOLD_BY_HOOKS: ReadonlySet<StationEventName> = new Set([
  'bookings.changed',
  'jobs.changed',
  'shipments.changed',
])

type Given = Pick<ConnectionPorts, 'clock' | 'ids' | 'version' | 'onChange' | 'inBackground'> &
  Pick<HookPorts, 'onFault'>

interface ConnectionParts extends Given {
  ledger: SqliteDatabase
  settingRows: SettingStore
  openKeychain: OpenKeychain
  bookings: BookingStore
  changes: ChangeStore
  manifests: ManifestStore
  shipments: ShipmentStore
  printing: Printing
  people: People
}

const submittedSchema = z.looseObject({ submissionId: z.string() })

/** The local API and the webhooks to other systems, as this station has them. */
export const wireConnections = (parts: ConnectionParts) => {
  const { ledger, settingRows, openKeychain, bookings, changes, manifests, shipments, printing, people } = parts
  const { clock, ids, version, onChange, inBackground, onFault } = parts
  return createConnections({
    tokens: tokenStore(ledger, clock),
    settings: settingRows,
    submissions: submissionStore(ledger),
    madeOf: async (submissionId) => {
      const booking = await bookings.ofSubmission(submissionId)
      if (booking) return bookingView(booking)
      const change = await changes.ofSubmission(submissionId)
      if (change) return changeView(change)
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
      secrets: openWebhookSecrets(openKeychain, 'hook secrets'),
      facts: hookFacts({ bookings, jobs: printing.queue, shipments }),
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
}
