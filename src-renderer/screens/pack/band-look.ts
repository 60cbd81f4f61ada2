import type { LucideIcon } from '@lucide/svelte'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { MessageKey } from '../../messages/catalogue.ts'
import type { MessageParams } from '../../messages/format-message.ts'

/** The band across the packing screen: colour, icon, one word, one sentence. */
export interface Band {
  tone: 'good' | 'move' | 'wait' | 'bad'
  icon: LucideIcon
  word: MessageKey
  text: MessageKey
  params: MessageParams
  /** What a person may answer. */
  asks:
    'printed-or-again' | 'retry' | 'stale' | 'reason' | 'which' | 'repeat' | 'piece' | 'print' | 'acknowledge' | null
}

/** How the band reads times and states in the language in use. */
export interface BandWords {
  moment(timestamp: string): string
  word(prefix: string, word: string): string
  error(error: StationErrorData): string
}
