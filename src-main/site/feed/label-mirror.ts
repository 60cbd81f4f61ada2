import { createHash } from 'node:crypto'
import type { SiteLabels } from '../../../src-shared/site/record.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import { createWorkerPool } from '../../kernel/worker-pool.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { LabelStore, StoredLabel } from '../../labels/labels.rows.ts'
import type { SiteMirror } from '../site-mirror.rows.ts'
import type { SiteClient } from '../link/site-client.ts'

export interface LabelMirrorPorts {
  client: SiteClient
  mirror: SiteMirror
  labels: Pick<LabelStore, 'keep'>
  clock: Clock
  onStored: (shipmentId: string, formats: StoredLabel['format'][]) => void
  onFault: (error: unknown) => void
}

const AT_A_TIME = 3
const AGAIN_S = [2, 5, 15, 60, 300] as const

/** Fetches the bytes of every label of the site as soon as it is reported, so that a scan here needs no network. */
export function createLabelMirror({ client, mirror, labels, clock, onStored, onFault }: LabelMirrorPorts) {
  const inWork = new Set<string>()

  async function bytesOf(sha256: string): Promise<Uint8Array> {
    const bytes = await client.document(sha256)
    const found = createHash('sha256').update(bytes).digest('hex')
    if (found === sha256) return bytes
    throw new StationError({
      code: 'SITE_UNREADABLE',
      message: 'The label from the site does not match its checksum.',
      details: { reason: 'hash', sha256 },
    })
  }

  /** @throws StationError */
  async function keep(reported: SiteLabels): Promise<void> {
    const documents: StoredLabel[] = []
    for (const { documentId, format, sha256 } of reported.labels) {
      documents.push({ documentId, format, bytes: await bytesOf(sha256) })
    }
    await labels.keep(reported.environment, reported.shipmentId, documents)
    await mirror.labelsKept(reported)
    onStored(
      reported.shipmentId,
      documents.map(({ format }) => format),
    )
  }

  const pool = createWorkerPool<{ labels: SiteLabels; attempts: number }>({
    width: AT_A_TIME,
    now: () => clock.now(),
    onFault,
    recover: async () => undefined,
    nextDueAt: async () => (inWork.size > 0 ? null : mirror.nextLabelAt()),
    take: async (most) => {
      const found = await mirror.labelsToFetch(most + inWork.size)
      const taken = found.filter(({ labels: { shipmentId } }) => !inWork.has(shipmentId)).slice(0, most)
      for (const { labels: reported } of taken) inWork.add(reported.shipmentId)
      return taken
    },
    work: async ({ labels: reported, attempts }) => {
      try {
        await keep(reported)
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        const dueAt = new Date(clock.now().getTime() + delayAfter(AGAIN_S, attempts) * 1000)
        await mirror.labelsLater(reported.shipmentId, dueAt)
      } finally {
        inWork.delete(reported.shipmentId)
      }
      return true
    },
  })

  return {
    kick: pool.kick,
    isBusy: pool.isBusy,
    close: pool.close,
    /** For a person who waits. @throws StationError */
    fetchNow: keep,
  }
}
