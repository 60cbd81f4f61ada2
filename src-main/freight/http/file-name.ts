/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** What some file system refuses or takes for a step, and what turns the direction of writing to hide an extension. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]/gu
const MOST_CHARACTERS = 120

/**
 * A file name that every file system takes and that leads nowhere else, from any text that a service sent;
 * `fallback`, made safe as well, when nothing is left of it.
 */
export function safeFileName(name: string | null, fallback: string): string {
  return safe(name ?? '') || safe(fallback) || 'document'
}

function safe(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(UNSAFE, '-')
    .replace(/^[.\s-]+|[.\s]+$/g, '')
  const [, stem = plain, extension = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/isu.exec(plain) ?? []
  const short = Array.from(stem)
    .slice(0, MOST_CHARACTERS - extension.length)
    .join('')
  return short === '' ? '' : DEVICE.test(short) ? `_${short}${extension}` : short + extension
}
