import type { QuoteRequest } from '../../freight/quote.ts'
import { canonical } from '../../canonical.ts'

/** The freight of a request, as one text to compare by; how it is insured makes no other freight of it. */
export const freightOf = ({ insuranceAmount: _insured, ...freight }: QuoteRequest): string => canonical(freight)
