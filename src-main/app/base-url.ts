import { invalidField } from '../../src-shared/station/error.ts'

/**
 * https everywhere; plain http only to this machine. The path must end in the version segment.
 * @throws StationError INVALID_INPUT
 */
export function normaliseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw invalidField('baseUrl', 'must be a URL')
  const url = new URL(text)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) {
    throw invalidField('baseUrl', 'must start with https://; otherwise the API key could be read in transit')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalidField('baseUrl', 'must have no user name, query, or fragment')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/api/v1')) throw invalidField('baseUrl', 'must end in /api/v1')
  return `${url.origin}${path}`
}
