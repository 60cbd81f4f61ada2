import type { AddressImport, SavedAddress } from '../../../src-shared/station/addresses/address-book.ts'
import type { AppContext } from '../../app-context.ts'
import { Action } from '../../live/action.svelte.ts'
import { saveFile } from '../../save-file.ts'
import { toBase64 } from '../../base64.ts'

/** The most results of one search at the station; a longer book is searched. */
const MOST_SHOWN = 100

/** The address book on its screen: the search, the open entry, and its actions. */
export class AddressesController {
  readonly #app: AppContext
  text = $state('')
  /** The ones that were removed, instead of those in the book. */
  isRemoved = $state(false)
  entries = $state.raw<readonly SavedAddress[] | null>(null)
  open = $state.raw<SavedAddress | null>(null)
  /** Other addresses that look like the open one's place. */
  similar = $state.raw<readonly SavedAddress[]>([])
  imported = $state.raw<AddressImport | null>(null)
  readonly action = new Action()
  #asked = 0

  constructor(app: AppContext) {
    this.#app = app
  }

  readonly load = async (): Promise<void> => {
    const { station, toasts } = this.#app
    const asked = (this.#asked += 1)
    const found = await toasts.attempt(() =>
      this.isRemoved
        ? station.invoke('addressBook.removed', { limit: MOST_SHOWN })
        : station.invoke('addressBook.search', { text: this.text, limit: MOST_SHOWN }),
    )
    // Another letter was typed meanwhile.
    if (found && asked === this.#asked) this.entries = found
  }

  readonly search = (text: string): void => {
    this.text = text
    void this.load()
  }

  readonly showRemoved = (isRemoved: boolean): void => {
    this.isRemoved = isRemoved
    this.close()
    void this.load()
  }

  readonly close = (): void => {
    this.open = null
    this.similar = []
  }

  /** Opens an entry, and looks for others like it. */
  readonly show = async (addressId: string): Promise<void> => {
    const { station, toasts } = this.#app
    const entry = await toasts.attempt(() => station.invoke('addressBook.get', { addressId }))
    if (!entry) return
    this.open = entry
    this.similar = []
    const similar = await toasts.attempt(() => station.invoke('addressBook.similar', { addressId }))
    if (this.open === entry && similar) this.similar = similar
  }

  /** The open entry was saved, or a new one was. */
  readonly saved = async ({ addressId }: SavedAddress): Promise<void> => {
    await this.load()
    await this.show(addressId)
  }

  readonly remove = (entry: SavedAddress): Promise<boolean> =>
    this.action.run(async () => {
      const { station, toasts, locale } = this.#app
      await station.invoke('addressBook.remove', { addressId: entry.addressId })
      toasts.done(locale.t('contacts.removed', { name: entry.name }))
      this.close()
      await this.load()
    })

  readonly restore = (entry: SavedAddress): Promise<boolean> =>
    this.action.run(async () => {
      const { station, toasts, locale } = this.#app
      await station.invoke('addressBook.restore', { addressId: entry.addressId })
      toasts.done(locale.t('contacts.restored', { name: entry.name }))
      this.close()
      await this.load()
    })

  /** Takes another entry into the open one. */
  readonly merge = (other: SavedAddress): Promise<boolean> =>
    this.action.run(async () => {
      const { station, toasts, locale } = this.#app
      if (!this.open) return
      const { addressId, intoId } = { addressId: other.addressId, intoId: this.open.addressId }
      const merged = await station.invoke('addressBook.merge', { addressId, intoId })
      toasts.done(locale.t('contacts.merged', { name: merged.name }))
      await this.saved(merged)
    })

  readonly importFile = (file: File): Promise<boolean> =>
    this.action.run(async () => {
      const base64 = toBase64(new Uint8Array(await file.arrayBuffer()))
      this.imported = await this.#app.station.invoke('addressBook.importCsv', { base64 })
      await this.load()
    })

  readonly exportFile = (): Promise<boolean> =>
    this.action.run(async () => {
      const pieces: string[] = []
      let after: number | null = 0
      while (after !== null) {
        const piece: { csv: string; next: number | null } = await this.#app.station.invoke('addressBook.exportCsv', {
          after,
        })
        pieces.push(piece.csv)
        after = piece.next
      }
      saveFile('addresses.csv', pieces, 'text/csv')
    })
}
