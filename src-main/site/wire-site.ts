import { runtime } from '../../src-node/runtime/runtime.ts'
import { SITE_FREIGHT } from '../../src-shared/site/endpoints.ts'
import { relayedEndpoint } from '../../src-shared/site/relay.ts'
import { SITE_BASE } from '../../src-shared/site/identity.ts'
import type { BeatRequest } from '../../src-shared/site/state.ts'
import type { SharedKind } from '../../src-shared/site/shared-record.ts'
import type { PrintFact } from '../../src-shared/site/print-claim.ts'
import { asksSomebody, hasTrouble, isWaiting, mayHaveComeOut } from '../../src-shared/machine/print-job.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Forgetting } from '../data/forgetting.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { addNoticeOnce } from '../inbox/notices.rows.ts'
import type { Printing } from '../printing/printing.ts'
import type { FreightClient } from '../freight/client.ts'
import { createLabelService, type LabelService } from '../labels/label-service.ts'
import type { StoredSecret } from '../kernel/secrets/stored-secret.ts'
import type { SiteToken } from '../kernel/secrets/site-token.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'
import { approvalStore } from '../people/approvals.rows.ts'
import { emergencySendingStore } from './emergency-sending.rows.ts'
import { noteUpload } from './upload-row.rows.ts'
import { handAllAllowedAgain, uploadStore } from './uploads.rows.ts'
import { joiningStore } from './joining.rows.ts'
import { siteManifestStore } from './site-manifests.rows.ts'
import { printClaimStore } from './print-claims.rows.ts'
import { siteLinkStore } from './site-link.rows.ts'
import { sharedRecordStore } from './shared-records.rows.ts'
import { noteShared } from './shared-row.rows.ts'
import { siteMirror } from './site-mirror.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import type { Membership } from './membership.ts'
import { createEmergencySending, type EmergencySendingPorts } from './emergency-sending.ts'
import { createStationOfSite, type StationOfSitePorts } from './station-of-site.ts'
import type { ServiceBySite } from '../app/environment.ts'

/** Jobs that are looked at for how the printers are: what is not at its end comes first. */
const MOST_JOBS = 200
const MOST_PRINTERS = 50

/** What the ledger's stores of a station of a site write beside a new row, in its transaction. */
export function handsOver(db: SqliteDatabase, clock: Clock) {
  let heard = (): void => undefined
  return {
    booking: (bookingId: string, said: { approvedBy: string | null; isFirst: boolean }): void =>
      noteUpload(db, clock.now(), 'booking', bookingId, said),
    change: (changeId: string): void => noteUpload(db, clock.now(), 'change', changeId),
    /** Rules were changed: the site's copy is sent again. */
    rules: (): void => {
      handAllAllowedAgain(db, clock.now())
      heard()
    },
    /** Uploads what `rules` found; it is there after the commit that is under way. */
    onRules: (listener: () => void): void => {
      heard = listener
    },
  }
}

/** The same of what all stations share. */
export function sharesOf(db: SqliteDatabase, clock: Clock) {
  let heard = (): void => undefined
  return {
    of:
      (kind: SharedKind): NoteShared =>
      (recordId) => {
        noteShared(db, clock.now(), kind, recordId)
        heard()
      },
    /** Reports it to the site; what it looks for is there after the commit that is under way. */
    onNoted: (listener: () => void): void => {
      heard = listener
    },
  }
}

/** The freight service through the site: with the station's token to the pinned certificate, and for what only asks. */
export function serviceBySite(membership: Membership, token: SiteToken): ServiceBySite {
  const { environment, urls, fingerprint } = membership
  let at = 0
  const below = SITE_BASE + SITE_FREIGHT
  return {
    get siteName() {
      return membership.siteName
    },
    environment,
    access: async () => ({
      baseUrl: (urls[at % urls.length] ?? '').replace(/\/+$/, '') + below,
      apiKey: await token.get(),
    }),
    way: async (url, init) => {
      const path = url.pathname.slice(url.pathname.indexOf(below) + below.length)
      if (relayedEndpoint(init.method, path) === null) throw new Error(`${init.method} ${path} is the site's to do`)
      try {
        const { network } = runtime()
        return await (fingerprint === null ? network.fetch(url, init) : network.fetchPinned(fingerprint)(url, init))
      } catch (error) {
        // The next call tries the site's next address.
        at += 1
        throw error
      }
    },
  }
}

export interface LaterParts {
  printing: Printing
  inbox: Pick<Inbox, 'troubledPrinters'>
  forgetting: Pick<Forgetting, 'hear'>
}

interface SiteParts extends Omit<
  StationOfSitePorts,
  | 'uploads'
  | 'followed'
  | 'mirror'
  | 'claims'
  | 'manifests'
  | 'sharedRecords'
  | 'approvalRows'
  | 'emergency'
  | 'status'
  | 'onDoubled'
  | 'raise'
  | 'forget'
  | 'rename'
> {
  ledger: SqliteDatabase
  /** What is built later, and is there before anything is asked of it. */
  later: () => LaterParts
  /** Who is signed in. */
  person: () => Promise<string | null>
  settingRows: SettingStore
  /** Where the API key is during emergency sending. */
  emergencyKey: StoredSecret
  /** The freight service itself, past the site. */
  direct: EmergencySendingPorts['clientFor']
  guard: EmergencySendingPorts['guard']
}

/** This station as one of a site's. */
export function wireSite(parts: SiteParts) {
  const { ledger, clock, onFault, membership } = parts
  const joining = joiningStore(ledger, clock)
  let direct: { client: FreightClient; labels: LabelService } | null = null
  /** Labels past the site, during emergency sending. */
  function labelsBy(client: FreightClient): LabelService {
    if (direct?.client !== client) {
      const labels = createLabelService({
        labels: parts.labels,
        link: () => ({ key: membership.environment, client }),
        onStored: (kept, formats) => parts.onLabels(kept, [...formats]),
        clock: parts.clock,
      })
      direct = { client, labels }
    }
    return direct.labels
  }
  const station = createStationOfSite({
    ...parts,
    uploads: uploadStore(ledger, clock),
    followed: siteLinkStore(ledger),
    mirror: siteMirror(ledger, clock),
    sharedRecords: sharedRecordStore(ledger, clock),
    approvalRows: approvalStore(ledger, clock),
    claims: printClaimStore(ledger),
    manifests: siteManifestStore(ledger),
    status: async () => ({ printers: await printersOf(parts.later()), person: await parts.person() }),
    rename: async (siteName) => {
      await joining.rename({ ...membership, siteName }, membership.siteName)
      // One membership for all of the station: from now on each of its parts says the new name.
      membership.siteName = siteName
    },
    forget: (keys, timeline) => parts.later().forgetting.hear(keys, timeline),
    emergency: ({ link, upload }) =>
      createEmergencySending({
        ...{ membership, clock, link, upload, onFault },
        ...{ settings: parts.settingRows, key: parts.emergencyKey, clientFor: parts.direct, guard: parts.guard },
        store: emergencySendingStore(ledger, clock),
        onBooking: parts.onBooking,
        onBooked: ({ shipmentId, labelFormat }, client) => {
          if (shipmentId !== null) parts.inBackground(labelsBy(client).ensure(shipmentId, labelFormat))
        },
        fetchMissingLabels: (client) => labelsBy(client).fetchMissing(),
        onChange: parts.onSite,
        inBackground: parts.inBackground,
      }),
    raise: async (notice) => {
      if (await addNoticeOnce(ledger, clock.now(), notice)) onFault(StationError.from(notice))
    },
    onDoubled: (prints) => prints.forEach((print) => onFault(printedTwice(print))),
  })
  return {
    ...station,
    start: async (): Promise<void> => {
      await joining.noteOpen(membership.environment)
      await station.start()
    },
  }
}

async function printersOf({ printing, inbox }: LaterParts): Promise<BeatRequest['printers']> {
  const troubled = inbox.troubledPrinters()
  const jobs = await printing.queue.list(MOST_JOBS)
  const printers = await printing.printers.list()
  return printers.slice(0, MOST_PRINTERS).map(({ printerId, name }) => {
    const mine = jobs.filter((job) => job.printerId === printerId)
    const trouble = troubled.find((one) => one.printerId === printerId)
    const held = mine.find((job) => hasTrouble(job) && job.error !== null)
    return {
      printerId,
      name: name.slice(0, 120),
      waiting: mine.filter(isWaiting).length,
      hasTrouble: trouble !== undefined || mine.some((job) => asksSomebody(job) || hasTrouble(job)),
      unknown: mine.filter(mayHaveComeOut).length,
      problem: (trouble?.problem ?? held?.error?.message ?? '').slice(0, 200) || null,
    }
  })
}

function printedTwice({ stationName, person, at, printerName, shipmentId }: PrintFact): StationError {
  return new StationError({
    code: 'PRINTED_TWICE',
    message: `A label printed here while the site was offline was also printed at ${stationName} (${printerName}, ${at}${person === null ? '' : `, ${person}`}). Check which of the two goes on the freight.`,
    details: { shipmentId, stationName, person, at },
  })
}
