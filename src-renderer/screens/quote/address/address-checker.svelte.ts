import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { AddressCheck } from '../../../../src-shared/station/addresses/location.ts'
import { Action } from '../../../live/action.svelte.ts'
import type { Station } from '../../../station.ts'
import { checkInput, suggestedChange, checkResultOf } from './address-check.ts'
import { addressPrint, type AddressForm } from './address-form.ts'

/** The known check of one address: an answer is valid for the address it was asked with, and for no other. */
export class AddressChecker {
  readonly action = new Action()
  #answer = $state.raw<{ print: string; check: AddressCheck } | null>(null)
  /** The last question. */
  #asked = $state('')
  /** The address that a person confirmed as it is. */
  #kept = $state('')
  /** The address that came from a suggestion. */
  #taken = $state('')
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
  }

  /** The answer for this address; null: it was not asked, or has changed since. */
  check(address: AddressForm): AddressCheck | null {
    return this.#answer?.print === addressPrint(address) ? this.#answer.check : null
  }

  /** Why this address could not be checked. */
  failure(address: AddressForm): StationErrorData | null {
    return this.#asked === addressPrint(address) ? this.action.failure : null
  }

  /** In one word, for the section's foot; null: nothing is known. */
  state(address: AddressForm): 'checked' | 'kept' | 'suggestion' | 'astray' | 'notFound' | 'failed' | null {
    const print = addressPrint(address)
    if (print === this.#taken) return 'checked'
    if (print === this.#kept) return 'kept'
    if (this.failure(address)) return 'failed'
    const check = this.check(address)
    if (!check) return null
    const result = checkResultOf(check)
    return result === 'exact' ? 'checked' : result
  }

  readonly ask = (address: AddressForm): Promise<boolean> =>
    this.action.run(async () => {
      const print = addressPrint(address)
      this.#asked = print
      this.#answer = null
      this.#kept = ''
      this.#taken = ''
      this.#answer = { print, check: await this.#station.invoke('addresses.validate', checkInput(address)) }
    })

  /** Takes the suggestion over into the address. */
  readonly take = (address: AddressForm): void => {
    const check = this.check(address)
    if (!check) return
    Object.assign(address, suggestedChange(check))
    this.#answer = null
    this.#taken = addressPrint(address)
  }

  /** The address stays as typed, without asking again. */
  readonly keep = (address: AddressForm): void => {
    this.#kept = addressPrint(address)
  }

  readonly close = (): void => {
    this.#answer = null
  }
}
