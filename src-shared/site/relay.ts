import { ENDPOINTS, type Endpoint } from '../freight/endpoints.ts'

/**
 * The calls that a station may make to the freight service through its site: calls that book or change a shipment are
 * uploaded.
 */
const patterns = Object.values<Endpoint>(ENDPOINTS)
  .filter(({ repeatable, section }) => repeatable !== 'never' && section !== 'Webhooks')
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{[^}]+\}/g, '[^/?#]+')}$`),
  }))

/**
 * The endpoint that a call is for; null: none that is relayed.
 * @param path below the base URL of the interface
 */
export function relayedEndpoint(method: string, path: string): Endpoint | null {
  const bare = path.split('?', 1)[0] ?? ''
  // A path that another reader would take for a different one is for none.
  if (/%2f|%5c|\\|\/\.|\/\//i.test(bare)) return null
  return patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(bare))?.endpoint ?? null
}
