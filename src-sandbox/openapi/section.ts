import { endpointAt, type EndpointSection } from '../../src-shared/freight/endpoints.ts'

/**
 * The section that the interface has an endpoint in; what this service adds (pictures that its answers link to) is
 * listed with the documents.
 */
export function sectionOf(method: string, path: string): EndpointSection {
  return endpointAt(method, path)?.section ?? 'Documents'
}
