import { seeded } from '../../support/seeded.ts'

/**
 * What a service makes of references and ids, beside the response variant it writes them in: a reference is kept short, or told with words
 * around it, and its filter by reference goes by what it keeps; ids and PRO numbers are numbers, beyond 2^53 and next to each other.
 */
export const HABITS = [
  'references cut',
  'references decorated',
  'references joined',
  'references in capitals',
  'ids as numbers',
] as const
export type HabitName = (typeof HABITS)[number]

/** How much a service that keeps references short keeps of one. */
const LEAST_KEPT = 15
const MOST_STORED = 20
/** Odd, and beyond 2^53: as a double it is the number before it. */
const FIRST_ID = 2n ** 53n + 1n

const SHIPMENT_ID = /"(SHP-\w+)"/g
const NUMBER_ID = /"(\d{16})"/g
const PRO_NUMBER = /("proNumber":\s*)"(\d+)"/g
const REFERENCE = /("reference":\s*)("(?:[^"\\]|\\.)*")/g

/** Stands between whoever asks and the service. Ids outlive a service that dies. */
export class Habit {
  readonly #name: HabitName
  readonly #keeps: number
  readonly #count: (what: string) => void
  readonly #numbers = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  /** @param count told of each answer that was another for it */
  constructor(name: HabitName, seed: string, count: (what: string) => void) {
    this.#name = name
    this.#keeps = LEAST_KEPT + seeded(seed, 'habit', 'keeps').below(MOST_STORED - LEAST_KEPT + 1)
    this.#count = count
  }

  /** A shipment's id as the service tells it. */
  told(shipmentId: string): string {
    return this.#numbers.get(shipmentId) ?? shipmentId
  }

  async answer(request: Request, serve: (request: Request) => Promise<Response>): Promise<Response> {
    const response = await serve(await this.#asked(request))
    const type = response.headers.get('content-type') ?? ''
    if (!type.startsWith('application/json')) return response
    const text = await response.text()
    const reported = this.#name === 'ids as numbers' ? this.#withNumbers(text) : this.#withReferences(text)
    if (reported !== text) this.#count(`answer with ${this.#name}`)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(reported, { status: response.status, headers })
  }

  /** What is asked, in the service's own words. */
  async #asked(request: Request): Promise<Request> {
    const { method, headers } = request
    const url = new URL(request.url)
    const body = method === 'GET' ? null : await request.text()
    if (this.#name === 'ids as numbers') {
      url.pathname = url.pathname.replace(/\d{16}/, (digits) => this.#ids.get(digits) ?? digits)
      const said = body?.replace(NUMBER_ID, (_, digits: string) => `"${this.#ids.get(digits) ?? digits}"`) ?? null
      return new Request(url, { method, headers, body: said })
    }
    const reference = url.searchParams.get('reference')
    // What is kept under it has another name.
    if (reference !== null && this.#kept(reference) !== reference) url.searchParams.set('reference', `not ${reference}`)
    return new Request(url, { method, headers, body })
  }

  #withNumbers(text: string): string {
    return text
      .replace(SHIPMENT_ID, (_, id: string) => this.#numberOf(id))
      .replace(PRO_NUMBER, (_, name: string, digits: string) => `${name}90071992547${digits}`)
  }

  #numberOf(id: string): string {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const digits = String(FIRST_ID + BigInt(this.#numbers.size))
    this.#numbers.set(id, digits)
    this.#ids.set(digits, id)
    return digits
  }

  #withReferences(text: string): string {
    return text.replace(REFERENCE, (_, name: string, value: string) => {
      return name + JSON.stringify(this.#kept(String(JSON.parse(value))))
    })
  }

  #kept(reference: string): string {
    switch (this.#name) {
      case 'references cut':
        return reference.slice(0, this.#keeps)
      case 'references decorated':
        return `PO# ${reference}`
      case 'references joined':
        return `${reference}, BOL 7781`
      case 'references in capitals':
        return reference.toUpperCase()
      case 'ids as numbers':
        return reference
    }
  }
}
