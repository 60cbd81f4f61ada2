import { setFlagsFromString } from 'node:v8'

// The service runs beside the station for as long as that is open, and does little most of the time: its first start, which
// reads 41,000 postal codes, would leave it with 100 MB of heap that it never needs again.
setFlagsFromString('--max-semi-space-size=1')
setFlagsFromString('--optimize-for-size')

/** From here on code is optimized for speed instead of size: the one-time start code has already run. */
export function quickFromNowOn(): void {
  setFlagsFromString('--no-optimize-for-size')
}
