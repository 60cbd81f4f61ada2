import { readScaleReport, SCALE_USAGE_PAGE } from '../../src-shared/station/scale/hid-report.ts'
import type { ScaleReading } from '../../src-shared/station/scale/reading.ts'

const isScale = (device: HIDDevice): boolean =>
  device.collections.some(({ usagePage }) => usagePage === SCALE_USAGE_PAGE)

/** The browser's door to USB devices; null: this browser has none. */
const door = (): HID | null => ('hid' in navigator ? navigator.hid : null)

/** The USB scale that this page was allowed to read. */
class HidScale {
  reading = $state.raw<ScaleReading | null>(null)
  /** `none`: none is plugged in, or none was chosen yet. */
  line = $state<'unsupported' | 'none' | 'open' | 'failed'>('none')
  #device: HIDDevice | null = null
  #isStarted = false

  /** Reads the scale that was allowed before, now and whenever it is plugged in. */
  readonly start = async (): Promise<void> => {
    const hid = door()
    if (hid === null) {
      this.line = 'unsupported'
      return
    }
    if (this.#isStarted) return
    this.#isStarted = true
    hid.addEventListener('connect', ({ device }) => {
      if (this.#device === null && isScale(device)) void this.#use(device)
    })
    hid.addEventListener('disconnect', ({ device }) => {
      if (device === this.#device) this.#forget('none')
    })
    const known = (await hid.getDevices()).find(isScale)
    if (known) await this.#use(known)
  }

  /** Asks the person for a scale, in the browser's own list. By a press of theirs alone. */
  readonly choose = async (): Promise<void> => {
    await this.start()
    const [chosen] = (await door()?.requestDevice({ filters: [{ usagePage: SCALE_USAGE_PAGE }] })) ?? []
    if (chosen) await this.#use(chosen)
  }

  async #use(device: HIDDevice): Promise<void> {
    this.#device = device
    device.addEventListener('inputreport', ({ data }) => {
      // Other reports of a scale, as that of its limits, are no weight.
      if (device === this.#device) this.reading = readScaleReport(data) ?? this.reading
    })
    try {
      if (!device.opened) await device.open()
      this.line = 'open'
    } catch {
      // Another program has it, or the system keeps it: the line shows that, and it may be chosen again.
      this.#forget('failed')
    }
  }

  #forget(line: 'none' | 'failed'): void {
    this.#device = null
    this.reading = null
    this.line = line
  }
}

/** One page has one: a device is open once. */
export const hidScale = new HidScale()
