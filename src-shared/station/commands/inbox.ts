import { atStation, nothing, returns } from '../command.ts'
import {
  assignInputSchema,
  endInputSchema,
  inboxListSchema,
  tellInputSchema,
  type InboxItem,
  type InboxPage,
} from '../inbox/item.ts'
import { setInboxRulesSchema, type InboxSetup, type MailState } from '../inbox/rules.ts'

/** The rows of the command table about what needs a person. */
export const inboxCommands = {
  'inbox.list': returns<InboxPage>()(inboxListSchema, atStation.packer),
  /** A word to the office, or to a supervisor. */
  'inbox.tell': returns<InboxItem>()(tellInputSchema, atStation.packer),
  /** Gives it to somebody, or another time. WRONG_STATE: it has ended. */
  'inbox.assign': returns<InboxItem>()(assignInputSchema, atStation.packer),
  /** Done with; who and when is kept. WRONG_STATE: it has ended. */
  'inbox.end': returns<InboxItem>()(endInputSchema, atStation.clerk),
  'inbox.rules': returns<InboxSetup>()(nothing, atStation.supervisor),
  /** KEYCHAIN_FAILED: nothing was changed. */
  'inbox.setRules': returns<InboxSetup>()(setInboxRulesSchema, atStation.supervisor),
  /** Sends a mail now by the settings that are saved. MAIL_FAILED. */
  'inbox.tryMail': returns<MailState>()(nothing, atStation.supervisor),
} as const
