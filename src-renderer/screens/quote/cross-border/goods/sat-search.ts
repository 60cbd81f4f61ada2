import type { SatLanguage } from '../../../../../src-shared/freight/sat-code.ts'
import { RecentAnswers } from '../../../../../src-shared/lru.ts'
import type { SatCode } from '../../../../../src-shared/station/addresses/location.ts'

const MOST = 20
/** Look-ups of one screen that are not made a second time. */
const MOST_KNOWN = 200

/** The answers in both languages as one list: those of the clerk's own language first, each code once. */
function mergedCodes(own: readonly SatCode[], other: readonly SatCode[]): SatCode[] {
  const byCode = new Map([...own, ...other].map((code) => [code.code, code]))
  return [...byCode.values()].slice(0, MOST)
}

/** A text of digits only looks codes up by how they begin, in any language: once is enough. */
const isDigits = (text: string): boolean => /^\d+$/.test(text.trim())

/** A code's description in this language, or in the other where it has none. */
export function describedIn(language: SatLanguage, code: Pick<SatCode, 'descriptionEn' | 'descriptionEs'>): string {
  const { descriptionEn, descriptionEs } = code
  return language === 'es' ? descriptionEs || descriptionEn : descriptionEn || descriptionEs
}

/** Looks words up in English and in Spanish at once; the same words are asked for once. */
export class SatSearch {
  readonly #ask: (language: SatLanguage, term: string) => Promise<SatCode[]>
  readonly #known = new RecentAnswers<SatCode[]>(MOST_KNOWN)

  constructor(ask: (language: SatLanguage, term: string) => Promise<SatCode[]>) {
    this.#ask = ask
  }

  /** @throws what the look-up throws in the clerk's own language; the other one only adds to it. */
  readonly find = async (own: SatLanguage, text: string): Promise<SatCode[]> => {
    const term = text.trim().toLowerCase()
    if (isDigits(term)) return mergedCodes(await this.#once(own, term), [])
    const other = own === 'en' ? 'es' : 'en'
    const [mine, theirs] = await Promise.all([
      this.#once(own, term),
      this.#once(other, term).catch((): SatCode[] => []),
    ])
    return mergedCodes(mine, theirs)
  }

  #once(language: SatLanguage, term: string): Promise<SatCode[]> {
    return this.#known.get(`${language} ${term}`, () => this.#ask(language, term))
  }
}
