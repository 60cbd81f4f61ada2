/**
 * Which of `offers` an Accept header asks for instead of `own`: the one it prefers, when it prefers it to `own`. Types
 * that are not offered are passed over.
 */
export function accepted(header: string | undefined, own: string, offers: readonly string[]): string | undefined {
  const wanted = (header ?? '*/*').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return { type, quality: Number.isFinite(quality) ? quality : 0 }
  })
  const qualityOf = (type: string) => {
    const range = `${type.split('/')[0] ?? ''}/*`
    const match = [type, range, '*/*'].map((name) => wanted.find((entry) => entry.type === name)).find(Boolean)
    return match?.quality ?? 0
  }
  let best: { type: string | undefined; quality: number } = { type: undefined, quality: qualityOf(own) }
  for (const type of offers) {
    if (qualityOf(type) > best.quality) best = { type, quality: qualityOf(type) }
  }
  return best.type
}
