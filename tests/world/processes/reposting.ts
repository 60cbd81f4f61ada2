/**
 * Breaks this process's way to the service on purpose: a booking whose answer does not come, or is none, is sent once
 * more, as a careless HTTP library does. With it the check must report doubled bookings; else it proves nothing.
 */
export function repostOnFailure(): void {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const isBooking =
      init?.method === 'POST' && /\/book(-shipment|\/)/.test(input instanceof Request ? input.url : input.toString())
    if (!isBooking) return real(input, init)
    const again = () => real(input, { ...init, signal: AbortSignal.timeout(10_000) })
    try {
      const answer = await real(input, init)
      return answer.status >= 500 ? await again() : answer
    } catch {
      return again()
    }
  }
}
