import { z } from 'zod'
import type { Json } from './manners.ts'
import { common, costOf, crossingFor, event, quotesFor, ratesFor, shipmentsOfBefore, type Kept } from './records.ts'

type Fields = { [name: string]: Json }
/** What is answered. */
export interface Said {
  status: number
  /** JSON in the service's manner; a text as it is; null: no body. */
  body: Fields | string | null
  type?: string
  headers?: Record<string, string>
}
/** What is asked, with the words in its path. */
export interface Asked {
  words: string[]
  query: URLSearchParams
  body: Fields
}

/** The body of a request. */
export const bodySchema = z.record(z.string(), z.json())
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const fieldsOf = (value: Json | undefined): Fields => bodySchema.safeParse(value).data ?? {}

/** What the service has, and what it says to whoever asks. Papers are at `storage` where it is the odd one. */
export function createDesk(isOdd: boolean, now: () => number, storage: string) {
  const shipments = shipmentsOfBefore(now(), `${storage}/signed.png`)
  const asked = new Map<string, Fields>()
  const documents = new Map<string, { shipment: Kept; type: string }>()
  const webhooks = new Map<string, Fields>()
  let serial = 8000
  const next = () => String(++serial)

  const meta = () => ({ requestId: `rq-${serial}`, timestamp: new Date(now()).toISOString(), version: '1.0.0' })
  const ok = (data: Json, status = 200): Said => ({ status, body: { success: true, data, error: null, meta: meta() } })
  const no = (status: number, code: string, message: string): Said =>
    isOdd
      ? { status, body: { message } }
      : { status, body: { success: false, data: null, error: { code, message, details: {} }, meta: meta() } }
  const noRoute = no(404, 'INVALID_REQUEST', 'no Route matched with those values')
  const found = (id: string) => shipments.find(({ detail }) => detail.shipmentId === id)
  const withShipment = (id: string, say: (shipment: Kept) => Said): Said => {
    const shipment = found(id)
    return shipment ? say(shipment) : no(404, 'SHIPMENT_NOT_FOUND', `no shipment ${id}`)
  }
  const detailOf = ({ detail, status, events }: Kept): Fields => {
    const delivered = events.find((one) => one['status'] === 'DELIVERED')
    return { ...detail, status, ...(delivered && { actualDelivery: delivered['timestamp'] ?? null }) }
  }
  const summaryOf = (shipment: Kept): Fields => {
    const { shipmentId, trackingNumber, status, provider, service, totalCost, currency, estimatedDelivery, createdAt } =
      detailOf(shipment)
    const said = {
      shipmentId,
      trackingNumber,
      status,
      provider,
      service,
      totalCost,
      currency,
      estimatedDelivery,
      createdAt,
    }
    return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value ?? null]))
  }
  const recordOf = (shipment: Kept): Fields => ({
    ...summaryOf(shipment),
    proNumber: shipment.detail['proNumber'] ?? null,
    statusDescription: shipment.status,
    events: shipment.events.toReversed(),
    lastUpdated: new Date(now()).toISOString(),
    reference: shipment.detail['reference'] ?? null,
  })
  const paged = (rows: Fields[], query: URLSearchParams): Said => {
    if (rows.length === 0 && isOdd) return { status: 204, body: null }
    const limit = Number(query.get('limit') ?? 25)
    const page = Number(query.get('page') ?? 1)
    const pages = Math.ceil(rows.length / limit)
    const pagination = { page, limit, total: rows.length, pages, hasNext: page < pages, hasPrev: page > 1 }
    const data = rows.slice((page - 1) * limit, page * limit)
    return { status: 200, body: { success: true, data, error: null, meta: { ...meta(), pagination } } }
  }

  function booked(order: Fields, price: number, rate: Fields): Said {
    const shipment: Kept = {
      detail: {
        ...common(next(), now()),
        ...Object.fromEntries(
          ['originAddress', 'destinationAddress', 'cargo'].map((name) => [name, order[name] ?? null]),
        ),
        ...Object.fromEntries(
          ['shipperInfo', 'consigneeInfo', 'reference', 'instructions'].map((name) => [name, order[name] ?? null]),
        ),
        ...rate,
        totalCost: price,
      },
      status: 'PENDING',
      events: [],
    }
    shipments.push(shipment)
    const { shipmentId } = shipment.detail
    for (const type of ['SHIPPING_LABEL', 'BOL']) documents.set(`D${shipmentId}${type.slice(0, 1)}`, { shipment, type })
    const { reference: _reference, instructions: _instructions, ...rest } = detailOf(shipment)
    return ok(rest, 201)
  }

  function book({ body }: Asked): Said {
    const request = asked.get(textOf(body['quoteId']))
    if (!('quoteId' in body)) {
      const { provider = '', service = '' } = fieldsOf(body['service'])
      return booked(body, costOf(textOf(provider)), { provider, service })
    }
    if (!request) return no(400, 'INVALID_REQUEST', 'the quote is not known')
    const { provider = 'Prairie Line', service = 'STANDARD' } = fieldsOf(body['selectedRate'])
    return booked({ ...request, ...body }, costOf(textOf(provider)), { provider, service })
  }

  function bookLoad({ body, words: [loadId = ''] }: Asked): Said {
    const request = asked.get(loadId)
    // Another house's way: loads are booked by their quotes alone, but for those over the border.
    if (!request || (isOdd && !('borderCrossingLocation' in request))) return noRoute
    return booked({ ...request, ...body }, costOf(textOf(body['quoteId'])), {
      provider: 'Prairie Line',
      service: 'STANDARD',
    })
  }

  function quote({ body }: Asked): Said {
    const id = next()
    if (!isOdd) {
      asked.set(`Q/${id}==`, body)
      return ok(ratesFor(`Q/${id}==`, now()))
    }
    asked.set(id, body)
    const answer = quotesFor(id)
    for (const scac of ['PRLN', 'MESA']) asked.set(`${id}/${scac}==`, body)
    return { status: 200, body: answer }
  }

  function list({ query }: Asked): Said {
    // Days as the interface shows them; anything else is refused.
    const bounds = ['createdAfter', 'createdBefore'].flatMap((name) => query.get(name) ?? [])
    if (bounds.some((bound) => isOdd || !/^\d{4}-\d{2}-\d{2}$/.test(bound)))
      return no(400, 'INVALID_REQUEST', 'not an ISO date')
    const [after, before] = [query.get('createdAfter'), query.get('createdBefore')]
    const fits = ({ detail, status }: Kept) => {
      const day = textOf(detail['createdAt']).slice(0, 10)
      const isAsked = (name: string, value: Json | undefined) => isOdd || !query.has(name) || query.get(name) === value
      return (
        (after === null || day >= after) &&
        (before === null || day <= before) &&
        isAsked('status', status) &&
        isAsked('reference', detail['reference']) &&
        isAsked('trackingNumber', detail.trackingNumber)
      )
    }
    const rows = shipments.filter(fits).toSorted((a, b) => byTime(b.detail['createdAt'], a.detail['createdAt']))
    return paged((query.get('order') === 'asc' ? rows.toReversed() : rows).map(summaryOf), query)
  }

  function change({ words: [id = ''], body }: Asked): Said {
    return withShipment(id, (shipment) => {
      if (shipment.status !== 'PENDING') return no(409, 'SHIPMENT_IMMUTABLE', 'It is on its way.')
      if ('reason' in body) {
        shipment.status = 'CANCELLED'
        const cancelledAt = new Date(now()).toISOString()
        const refund = { refundAmount: shipment.detail['totalCost'] ?? 0, refundStatus: 'PROCESSING', cancelledAt }
        return ok({ shipmentId: id, status: 'CANCELLED', cancellationReason: body['reason'] ?? '', ...refund })
      }
      Object.assign(shipment.detail, body, { updatedAt: new Date(now()).toISOString() })
      return ok({ shipmentId: id, status: shipment.status, ...body })
    })
  }

  function events({ query }: Asked): Said {
    const [after, before] = [query.get('after') ?? '', query.get('before') ?? '~']
    const ids = query.get('shipmentIds')?.split(',')
    const rows = shipments
      .filter(({ detail }) => ids === undefined || ids.includes(detail.shipmentId))
      .flatMap((shipment) => shipment.events)
      .filter(({ timestamp }) => textOf(timestamp) >= after && textOf(timestamp) <= before)
      .toSorted((a, b) => byTime(b['timestamp'], a['timestamp']))
    return paged(rows, query)
  }

  const urlOf = (id: string) =>
    isOdd ? `${storage}/papers/${id}?sig=${'x'.repeat(40)}` : `/api/v1/documents/${id}?download=true`
  const documentOf = (id: string): Fields => {
    const { shipment, type } = documents.get(id) ?? { type: '' }
    const { shipmentId = '', trackingNumber = '' } = shipment?.detail ?? {}
    const format = type === 'SHIPPING_LABEL' ? 'ZPL' : 'PDF'
    const named = {
      documentId: id,
      type,
      format,
      filename: `${id}.${format}`,
      url: urlOf(id),
      shipmentId,
      trackingNumber,
    }
    return {
      ...named,
      createdAt: new Date(now()).toISOString(),
      expiresAt: new Date(now() + 7 * 86_400_000).toISOString(),
    }
  }
  const documentsOf = (shipment: Kept, isWanted: (type: string) => boolean) =>
    [...documents].flatMap(([id, one]) => (one.shipment === shipment && isWanted(one.type) ? [documentOf(id)] : []))

  function content(id: string): Said {
    const document = documents.get(id)
    if (!document) return no(404, 'DOCUMENT_NOT_FOUND', `no document ${id}`)
    if (document.type !== 'SHIPPING_LABEL') return { status: 200, body: PDF, type: 'application/pdf' }
    const label = `^XA^PW812^LL1218^FO50,50^BY3^BCN,200,Y,N,N^FD${document.shipment.detail.trackingNumber}^FS^XZ`
    return { status: 200, body: label, type: isOdd ? 'application/octet-stream' : 'application/zpl' }
  }

  /** The odd one keeps papers elsewhere. */
  const download = (id: string): Said =>
    isOdd && documents.has(id) ? { status: 302, body: null, headers: { location: urlOf(id) } } : content(id)

  const place = (zip: string, city: string, state: string): Fields => ({
    ...{ zip, city, state, full_state: state === 'TX' ? 'Texas' : 'Illinois', country: 'US', county: 'Cook' },
    ...(!isOdd && { lat: 27.5, lng: -99.5 }),
  })
  const PLACES = [place('78040', 'LAREDO', 'TX'), place('60601', 'CHICAGO', 'IL')]
  const search = (country: string | null, term: string): Said => {
    if (country !== null && !['US', 'MX', 'CA'].includes(country)) {
      return { status: 400, body: { success: false, error: 'Allowed values are US, MX, CA' } }
    }
    const wanted = decodeURIComponent(term).toUpperCase()
    const data = PLACES.filter(({ zip, city }) => [zip, city].some((name) => textOf(name).startsWith(wanted)))
    return {
      status: 200,
      body: { success: true, data, total: data.length, search_type: /^\d/.test(wanted) ? 'zip' : 'city' },
    }
  }

  const routes: [method: string, path: RegExp, say: (asked: Asked) => Said][] = [
    ['GET', /^\/help$/, () => (isOdd ? noRoute : { status: 200, body: '<html>help</html>', type: 'text/html' })],
    ['GET', /^\/location\/search\/([^/]+)$/, ({ words: [term = ''] }) => search(null, term)],
    ['GET', /^\/location\/search\/([^/]+)\/([^/]+)$/, ({ words: [country = '', term = ''] }) => search(country, term)],
    [
      'POST',
      /^\/address\/validate$/,
      ({ body }) => ({
        status: 200,
        body: {
          ...CHECKED,
          original_address: body,
          validated_address: { ...body, zip: `${textOf(body['zip'])}-1234` },
        },
      }),
    ],
    [
      'GET',
      /^\/sat-code\/lookup\/(en|es)\/(.+)$/,
      ({ words: [language = ''] }) => ({
        status: 200,
        body: {
          success: true,
          data: [isOdd ? { code: '30102400', description_en: 'Steel bars' } : SAT],
          total: 1,
          search_term: 'x',
          language,
        },
      }),
    ],
    ['POST', /^\/quote$/, quote],
    [
      'POST',
      /^\/quote-crossborder$/,
      ({ body }) => {
        const id = next()
        asked.set(id, body)
        return { status: 200, body: crossingFor(id, now()) }
      },
    ],
    ['POST', /^\/book-shipment$/, book],
    ['POST', /^\/book\/([^/]+)$/, bookLoad],
    ['GET', /^\/shipments$/, list],
    ['GET', /^\/tracking\/lookup\/([^/]+)$/, ({ words: [id = ''] }) => withShipment(id, (one) => ok(detailOf(one)))],
    ['POST', /^\/update-shipment\/([^/]+)$/, change],
    [
      'POST',
      /^\/track\/get-documents$/,
      ({ body }) => withShipment(textOf(body['loadId']), (one) => ok(documentsOf(one, () => true))),
    ],
    [
      'POST',
      /^\/track\/shipment$/,
      ({ body }) => {
        const one = shipments.find(({ detail }) => detail.trackingNumber === body['trackingNumber'])
        return one ? ok(recordOf(one)) : no(404, 'TRACKING_NOT_FOUND', 'not known')
      },
    ],
    ['GET', /^\/shipments\/([^/]+)\/track$/, ({ words: [id = ''] }) => withShipment(id, (one) => ok(recordOf(one)))],
    ['GET', /^\/tracking\/events$/, events],
    [
      'GET',
      /^\/documents\/([^/]+)$/,
      ({ words: [id = ''], query }) =>
        query.get('download') === 'true'
          ? download(id)
          : documents.has(id)
            ? ok(documentOf(id))
            : no(404, 'DOCUMENT_NOT_FOUND', 'none'),
    ],
    [
      'GET',
      /^\/shipments\/([^/]+)\/documents$/,
      ({ words: [id = ''], query }) =>
        withShipment(id, (one) => ok(documentsOf(one, (type) => !query.has('type') || query.get('type') === type))),
    ],
    [
      'GET',
      /^\/shipments\/([^/]+)\/labels$/,
      ({ words: [id = ''] }) =>
        withShipment(id, (one) =>
          ok({
            shipmentId: id,
            trackingNumber: one.detail.trackingNumber,
            labels: documentsOf(one, (type) => type === 'SHIPPING_LABEL'),
          }),
        ),
    ],
    [
      'POST',
      /^\/documents\/generate$/,
      ({ body }) =>
        withShipment(textOf(body['shipmentId']), (shipment) => {
          const id = `G${next()}`
          documents.set(id, { shipment, type: textOf(body['template']) })
          return ok(documentOf(id), 201)
        }),
    ],
    [
      'DELETE',
      /^\/documents\/([^/]+)$/,
      ({ words: [id = ''] }) => (documents.delete(id) ? { status: 204, body: null } : noRoute),
    ],
    [
      'POST',
      /^\/webhooks$/,
      ({ body }) => {
        const webhook: Fields = {
          webhookId: `W${next()}`,
          ...body,
          active: true,
          createdAt: new Date(now()).toISOString(),
        }
        webhooks.set(textOf(webhook['webhookId']), webhook)
        return ok(webhook, 201)
      },
    ],
    ['GET', /^\/webhooks$/, () => ok(isOdd ? { webhooks: [...webhooks.values()] } : [...webhooks.values()])],
    [
      'PUT',
      /^\/webhooks\/([^/]+)$/,
      ({ words: [id = ''], body }) => {
        const webhook = webhooks.get(id)
        if (!webhook) return noRoute
        webhooks.set(id, { ...webhook, ...body })
        return ok(webhooks.get(id) ?? {})
      },
    ],
    [
      'DELETE',
      /^\/webhooks\/([^/]+)$/,
      ({ words: [id = ''] }) => (webhooks.delete(id) ? { status: 204, body: null } : noRoute),
    ],
    [
      'POST',
      /^\/webhooks\/([^/]+)\/test$/,
      ({ words: [id = ''] }) => (webhooks.has(id) ? ok({ webhookId: id, delivered: true, statusCode: 200 }) : noRoute),
    ],
  ]

  return {
    shipments,
    routes,
    noRoute,
    content,
    noKey: no(401, 'AUTHENTICATION_ERROR', 'no key'),
    /** The freight goes one step on. */
    pass: (shipment: Kept, status: string, type: string) => {
      shipment.status = status
      shipment.events.push(event(shipment, status, type, now()))
    },
  }
}

const CHECKED = { success: true, validation_status: 'VALIDATED_CHANGED', requires_correction: true }
const SAT = {
  sat_code: '30102400',
  description_es: 'Barras de acero',
  description_en: 'Steel bars',
  category: 'Metal',
  subcategory: 'Bars',
}
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const byTime = (a: Json | undefined, b: Json | undefined): number =>
  textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0
