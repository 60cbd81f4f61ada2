import { Lru } from '../../src-shared/lru.ts'
import type { SiteApproval } from '../../src-shared/site/approval.ts'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { ApprovalState } from '../../src-shared/station/inbox/approval.ts'
import type { InboxItem } from '../../src-shared/station/inbox/item.ts'
import type { Clock } from '../kernel/clock.ts'
import { contentHash } from '../kernel/content-hash.ts'
import type { Ids } from '../kernel/ids.ts'
import { createSubscribers } from '../kernel/subscribers.ts'
import type { ApprovalAnswer, ApprovalStore, AskedFor, Granted } from './approvals.rows.ts'

export interface ApprovalPorts {
  store: ApprovalStore
  clock: Clock
  ids: Ids
}

/** The site, where supervisors of other stations answer. */
export interface ApprovalsOfSite {
  stationId: string
  service: {
    /** Reports questions from here, and receives new answers. */
    lookSoon(): void
    /** @returns its status then */
    answer(decision: { itemId: string; isApproved: boolean; by: string; note: string | null }): Promise<SiteApproval>
  }
}

/** Who was refused a command, and what they wanted. */
interface Refusal extends AskedFor {
  name: string
  input: unknown
  /** False: its input holds what only its owner should know, and no inbox is to have it. */
  mayBeAsked: boolean
}

/** Not by an approval at a screen: who signs in and with what, who connects, and where updates come from. A supervisor signs in for it. */
function isNeverApproved(command: string, input: unknown): boolean {
  if (/^(people|connections|desktop)\./.test(command) || command === 'settings.import') return true
  return command === 'settings.update' && isFields(input) && ('updates' in input || 'toolsUntil' in input)
}

/** A shift: the requester comes back to their form within it. */
const HOLDS_MS = 12 * 60 * 60_000
const MOST_REFUSALS = 50
const MOST_REPORTED_INPUT = 20_000
/** Names of inputs that only their owner should know: such a command is approved at its screen alone. */
const SECRET = new Set(['pin', 'badge', 'password', 'passphrase', 'secret', 'key', 'token'])
const wordsOf = (name: string) => name.split(/(?=[A-Z])|[-_]/).map((word) => word.toLowerCase())

export type Approvals = Awaited<ReturnType<typeof openApprovals>>

/**
 * Supervisors' approvals that are asked for through the inbox. They outlast a restart; the inputs they are for are
 * not kept.
 */
export async function openApprovals({ store, clock, ids }: ApprovalPorts) {
  const granted = new Map((await store.granted()).map((approval) => [nameOf(approval), approval]))
  let site: ApprovalsOfSite | null = null
  const met = createSubscribers<null>()
  const refusals = new Lru<string, Refusal>(MOST_REFUSALS)

  /** @throws StationError NOT_FOUND: it is another's, or too long ago */
  function refusedTo(personId: string | null, refusalId: string): Refusal {
    const refusal = refusals.get(refusalId)
    if (refusal?.personId === personId) return refusal
    throw notFound('refusal', { refusalId })
  }

  async function readGranted(): Promise<void> {
    for (const approval of await store.granted()) granted.set(nameOf(approval), approval)
  }

  async function merge(approvals: readonly SiteApproval[]): Promise<void> {
    if (site === null || !(await store.merge(approvals, site.stationId, HOLDS_MS))) return
    await readGranted()
    await met.report(null)
  }

  async function answerAtSite(itemId: string, answer: Omit<ApprovalAnswer, 'until'>): Promise<InboxItem> {
    if (site === null) throw notFound('approval', { itemId })
    const current = await site.service.answer({ itemId, ...answer })
    await merge([current])
    const given = current.answer
    const isMine =
      given?.stationId === site.stationId && given.isApproved === answer.isApproved && given.by === answer.by
    if (isMine) return store.item(itemId)
    throw wrongState(
      `It was ${given?.isApproved === true ? 'approved' : 'refused'} before: ${given?.by ?? ''}, ${given?.stationName ?? ''}, ${given?.at ?? ''}.`,
      { itemId, answeredBy: given?.by ?? null, stationName: given?.stationName ?? null, at: given?.at ?? null },
    )
  }

  return {
    /** The approval that lets this person give this command with this input now; null: there is none. */
    approvalFor: (asked: AskedFor): Granted | null => {
      const approval = granted.get(nameOf(asked))
      return approval !== undefined && approval.until > clock.now() ? approval : null
    },

    /** Resolves when the use of the approval is recorded: only then is the command given. */
    use: (approval: Granted): Promise<void> => {
      granted.delete(nameOf(approval))
      return store.use(approval.itemId)
    },

    /** The command that used it did nothing. */
    giveBack: async (approval: Granted): Promise<void> => {
      await store.giveBack(approval.itemId)
      granted.set(nameOf(approval), approval)
    },

    /** Remembers a refusal. @returns its id, by what it can be approved: at this screen, and through the inbox */
    noteRefusal: (asked: AskedFor, name: string, input: unknown): { spoken: string | null; asked: string | null } => {
      // Neither here nor through the inbox: the supervisor gives such a command.
      if (isNeverApproved(asked.command, input)) return { spoken: null, asked: null }
      const mayBeAsked = !holdsSecret(input)
      const refusalId = ids.next('ref')
      // An uploaded file's content is not shown.
      const isShort = JSON.stringify(input ?? null).length <= MOST_REPORTED_INPUT
      refusals.set(refusalId, { ...asked, name, input: isShort ? input : null, mayBeAsked })
      return { spoken: refusalId, asked: mayBeAsked ? refusalId : null }
    },

    /** What was refused to this person. @throws StationError NOT_FOUND: it is another's, or too long ago */
    refusalOf: (refusalId: string, personId: string | null): AskedFor & { input: unknown } => {
      const { name: _, mayBeAsked, input, ...asked } = refusedTo(personId, refusalId)
      return { ...asked, input: mayBeAsked ? input : null }
    },

    /**
     * @param factsOf what a supervisor is shown of the input @throws StationError NOT_FOUND: ask for it again first
     */
    ask: async (
      refusalId: string,
      personId: string | null,
      note: string,
      factsOf: (command: string, input: unknown) => Promise<string>,
    ): Promise<InboxItem> => {
      const { name, mayBeAsked, input, ...asked } = refusedTo(personId, refusalId)
      if (!mayBeAsked) throw notFound('refusal', { refusalId })
      const text = [await factsOf(asked.command, input), note].filter((part) => part !== '').join(' · ')
      const item = await store.ask(ids.next('inb'), asked, { name, text })
      site?.service.lookSoon()
      return item
    },

    /**
     * The first answer wins, from anyone at the site. @throws StationError NOT_FOUND, WRONG_STATE, SITE_UNREACHABLE
     */
    answer: async (
      itemId: string,
      { isApproved, by, note }: { isApproved: boolean; by: string; note: string | null },
    ): Promise<InboxItem> => {
      const until = new Date(clock.now().getTime() + HOLDS_MS)
      const item = await store.answer(itemId, { isApproved, by, note, until }, { ofSite: site !== null })
      if (item === null) return answerAtSite(itemId, { isApproved, by, note })
      if (isApproved) await readGranted()
      site?.service.lookSoon()
      return item
    },

    /** From now on supervisors of other stations may answer, too. */
    useSite: (ofSite: ApprovalsOfSite): void => {
      site = ofSite
    },

    /** The status of questions at the site. */
    merge: merge,

    /** Something was asked or answered elsewhere. */
    onMet: met.subscribe,

    isAsked: store.isAsked,
    state: (itemId: string): Promise<ApprovalState> => store.state(itemId),
  }
}

/** An approval is for one person, one command and one input. */
export const nameOf = ({ personId, command, inputHash }: AskedFor): string => `${personId} ${command} ${inputHash}`

/**
 * The same form submitted again is the same, whatever its new submission id is, and whatever its person answered when it
 * was asked about a booking that is there already: that needs no supervisor.
 */
export function hashOf(input: unknown): string {
  if (!isFields(input)) return contentHash(input)
  const { submissionId: _, usedReference: _reference, usedQuote: _quote, usedBooking: _booking, ...meant } = input
  return contentHash(meant)
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret)
  if (!isFields(value)) return false
  return Object.entries(value).some(
    ([name, inner]) => (inner !== null && wordsOf(name).some((word) => SECRET.has(word))) || holdsSecret(inner),
  )
}
