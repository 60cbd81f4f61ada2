import type { InboxItem } from '../../../src-shared/station/inbox/item.ts'
import type { Route } from '../../frame/route.ts'

/** Where a person sees to an item; null: in its text is all there is. */
export function wayTo({ kind, subjectId }: Pick<InboxItem, 'kind' | 'subjectId'>): Route | null {
  switch (kind) {
    case 'booking':
    case 'overcharged':
      return { screen: 'book', params: { booking: subjectId } }
    case 'printer':
      return { screen: 'settings', params: { section: 'printers' } }
    case 'doubled':
    case 'exception':
    case 'consignee-mail':
      return { screen: 'track', params: { shipment: subjectId } }
    case 'batch':
      return { screen: 'batch', params: { batch: subjectId } }
    case 'order-file':
      return { screen: 'settings', params: { section: 'connections' } }
    case 'set-aside':
    case 'clock':
      return { screen: 'settings', params: { section: 'service' } }
    case 'site':
      return { screen: 'settings', params: { section: 'site' } }
    case 'order':
    case 'note':
    case 'approval':
    case 'message':
      return null
  }
}
