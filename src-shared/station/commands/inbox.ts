import { atStation, nothing, returns } from '../command.ts'
import {
  approvalAnswerSchema,
  approvalAskSchema,
  approvalIdSchema,
  refusalIdSchema,
  type ApprovalState,
  type RefusedCommand,
} from '../inbox/approval.ts'
import {
  assignAboutSchema,
  assignInputSchema,
  endInputSchema,
  inboxListSchema,
  notifyInputSchema,
  type InboxItem,
  type InboxPage,
} from '../inbox/item.ts'
import { setInboxRulesSchema, type InboxSetup, type MailState } from '../inbox/rules.ts'

/** The rows of the command table about what needs a person. */
export const inboxCommands = {
  /** Lists what needs a person, the most urgent first. */
  'inbox.list': returns<InboxPage>()(inboxListSchema, atStation.packer),
  /** Sends a message to the office, or to a supervisor. */
  'inbox.notify': returns<InboxItem>()(notifyInputSchema, atStation.packer),
  /** Assigns an inbox item, or reassigns it. WRONG_STATE: it has ended. */
  'inbox.assign': returns<InboxItem>()(assignInputSchema, atStation.packer),
  /** Assigns everything open about a booking or a shipment. NOTHING_OPEN: there is nothing. */
  'inbox.assignAbout': returns<InboxItem[]>()(assignAboutSchema, atStation.packer),
  /** Asks a supervisor about a command that was refused (ROLE_NEEDED, details.ask); it becomes an item. NOT_FOUND: too long ago. */
  'inbox.askApproval': returns<InboxItem>()(approvalAskSchema, atStation.packer),
  /**
   * The command refused to the signed-in person, as a supervisor is shown it. NOT_FOUND: it is another's, or too long
   * ago.
   */
  'inbox.refusal': returns<RefusedCommand>()(refusalIdSchema, atStation.packer),
  /** Approves it once for its requester, or refuses it. WRONG_STATE: it was answered. */
  'inbox.approve': returns<InboxItem>()(approvalAnswerSchema, atStation.supervisor),
  /** Returns the status of a requested approval. */
  'inbox.approval': returns<ApprovalState>()(approvalIdSchema, atStation.packer),
  /** Completes an inbox item; who and when is kept. WRONG_STATE: it has ended. */
  'inbox.end': returns<InboxItem>()(endInputSchema, atStation.clerk),
  /** Returns the rules of the inbox and of its mail. */
  'inbox.rules': returns<InboxSetup>()(nothing, atStation.supervisor),
  /** KEYCHAIN_FAILED: nothing was changed. */
  'inbox.setRules': returns<InboxSetup>()(setInboxRulesSchema, atStation.supervisor),
  /** Sends a mail now by the settings that are saved. MAIL_FAILED. */
  'inbox.tryMail': returns<MailState>()(nothing, atStation.supervisor),
} as const
