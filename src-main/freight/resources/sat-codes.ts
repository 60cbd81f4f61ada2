import { SHORTEST_SAT_TERM, type SatLanguage } from '../../../src-shared/freight/sat-code.ts'
import { satCodesAnswer, type SatCodeAnswer } from '../answer/location.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** GET /sat-code/lookup: nothing for a term that is too short, and then nothing is sent either. */
export async function lookUpSatCodes(
  transport: Transport,
  language: SatLanguage,
  term: string,
): Promise<SatCodeAnswer[]> {
  if (Array.from(term.trim()).length < SHORTEST_SAT_TERM) return []
  return transport.json(callOf('lookUpSatCodes', { words: { language, value: term.trim() } }), satCodesAnswer)
}
