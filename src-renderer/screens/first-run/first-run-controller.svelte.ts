import { environmentInputSchema, type Settings } from '../../../src-shared/station/app/state.ts'
import type { AddressInput } from '../../../src-shared/station/addresses/address-book.ts'
import { enrolInputSchema } from '../../../src-shared/station/site/site.ts'
import type { Role } from '../../../src-shared/station/role.ts'
import type { AppContext } from '../../app-context.ts'
import { fieldErrors, type FieldErrors } from '../../forms/field-error.ts'
import { homeOf } from '../../frame/rail-order.ts'
import { Action } from '../../live/action.svelte.ts'
import { emptyAddress } from '../quote/address/address-form.ts'
import { defaultShipper } from '../quote/address/default-shipper.ts'
import { parseNewParty, savedOrKnown } from '../quote/address/party-form.ts'

/** Where labels come out at first. `network`: a real printer, which is set up next. */
export type FirstPrinter = 'virtual' | 'network'

/** The questions of a new station. Every answer given here can be changed later. */
export class FirstRunController {
  role = $state<Role>('packer')
  service = $state<'embedded' | 'service' | 'site'>('embedded')
  baseUrl = $state('')
  apiKey = $state('')
  /** Of the site that this computer belongs to, and what the station is called there. */
  siteCode = $state('')
  siteName = $state('')
  printer = $state<FirstPrinter>('virtual')
  /** Where freight leaves from; blank: asked in the first quote. */
  shipFrom = $state(emptyAddress())
  /** Whether the address book has a shipper that forms begin with. */
  hasShipper = $state.raw(true)
  errors = $state.raw<FieldErrors>({})
  readonly action = new Action()
  readonly #app: AppContext

  constructor(app: AppContext, settings: Settings) {
    this.#app = app
    this.role = settings.role ?? 'packer'
    this.siteName = settings.stationName
    const environment = app.store.value?.environment
    if (environment?.kind === 'service') {
      this.service = 'service'
      this.baseUrl = environment.baseUrl
    }
  }

  readonly begin = async (): Promise<void> => {
    this.hasShipper = (await defaultShipper(this.#app.station)) !== undefined
  }

  /** Saves the answers. A service that does not answer keeps the questions open, with the reason. */
  readonly start = async (): Promise<void> => {
    const { station, store, router } = this.#app
    const environment = this.#environment()
    const shipper = this.#shipper()
    if (environment === null || shipper === null) return
    await this.action.run(async () => {
      if (environment !== 'as it is' && environment.kind === 'site') {
        await station.invoke('site.enrol', environment.input)
        await store.refresh()
      } else if (environment !== 'as it is') store.accept(await station.invoke('environment.use', environment))
      if (shipper !== 'none') await this.#keep(shipper)
      store.acceptSettings(await station.invoke('settings.update', { role: this.role, firstRun: 'done' }))
      if (this.printer === 'network') router.go('settings', { section: 'printers' })
      else router.go(homeOf(this.role))
    })
  }

  /** Leaves everything at its safe default, and does not ask again. */
  readonly later = async (): Promise<void> => {
    const { station, store, router, toasts } = this.#app
    const settings = await toasts.attempt(() => station.invoke('settings.update', { firstRun: 'done' }))
    if (settings) store.acceptSettings(settings)
    if ('ask' in router.route.params) router.replace(router.route.screen)
  }

  async #keep(shipper: AddressInput): Promise<void> {
    const { station } = this.#app
    const saved = await savedOrKnown(station, shipper)
    if (saved) await station.invoke('addressBook.setDefault', { addressId: saved.addressId })
  }

  /** Null: the fields show the errors. */
  #shipper() {
    const address = $state.snapshot(this.shipFrom)
    if (JSON.stringify(address) === JSON.stringify(emptyAddress())) return 'none'
    const parsed = parseNewParty(address, 'shipper')
    if (parsed.ok) return parsed.input
    this.errors = { ...this.errors, ...parsed.errors }
    return null
  }

  /** Null: the fields show the errors. */
  #environment() {
    const inUse = this.#app.store.value?.environment
    // The site decides.
    if (this.#app.store.value?.site) return 'as it is'
    if (this.service === 'site') {
      const parsed = enrolInputSchema.safeParse({ code: this.siteCode, name: this.siteName })
      this.errors = parsed.success ? {} : fieldErrors(parsed.error)
      return parsed.success ? ({ kind: 'site', input: parsed.data } as const) : null
    }
    if (this.service === 'embedded') {
      this.errors = {}
      return inUse?.kind === 'embedded' ? 'as it is' : ({ kind: 'embedded' } as const)
    }
    const apiKey = this.apiKey.trim()
    const parsed = environmentInputSchema.safeParse({
      kind: 'service',
      baseUrl: this.baseUrl.trim(),
      apiKey: apiKey === '' ? undefined : apiKey,
    })
    this.errors = parsed.success ? {} : fieldErrors(parsed.error)
    return parsed.success ? parsed.data : null
  }
}
