/** A service may give one id to two rates; a person chooses by it, so that each gets one of its own. */
export function withOwnIds<R extends { rateId: string }>(rates: readonly R[]): R[] {
  const taken = new Set<string>()
  return rates.map((rate, index) => {
    let { rateId } = rate
    while (taken.has(rateId)) rateId = `${rateId}#${index}`
    taken.add(rateId)
    return { ...rate, rateId }
  })
}
