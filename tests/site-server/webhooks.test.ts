import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openWebhookSecrets } from '../../src-main/kernel/secrets/webhook-secrets.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { hasPostgres } from '../support/postgres.ts'
import { freePort } from '../support/free-port.ts'
import { TEST_START } from '../support/running-clock.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

const listSchema = z.object({
  data: z.array(z.object({ webhookId: z.string(), url: z.string(), active: z.boolean(), events: z.array(z.string()) })),
})

/** A site with a place for webhooks, on a machine with a keychain. */
async function hookedSite({ folder = tempDir(), ...more }: { folder?: string; now?: () => number } = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hooks`
  const { keychain } = memoryKeychain()
  const secrets = openWebhookSecrets(async () => keychain)
  const webhooks = { url, host: '127.0.0.1' as const, port, secrets, ...more }
  const site = await testSite({ webhooks, folder, metricsToken: 'figures' })
  const subscribed = async () =>
    listSchema.parse(await site.sandbox.get('/webhooks')).data.filter((one) => one.url === url)
  return { ...site, url, secrets, webhooks, folder, subscribed }
}

const subscription = ({ subscribed }: Awaited<ReturnType<typeof hookedSite>>) =>
  until('the subscription', async () => (await subscribed())[0] ?? null)

async function figures({ origin }: Pick<TestSite, 'origin'>): Promise<string> {
  return (await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer figures' } })).text()
}

function signed(payload: unknown, secret: string) {
  const body = JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { method: 'POST', body, headers: { 'x-freight-signature': signature } }
}

const delivered = (eventId: string, more: object = {}) => ({
  ...{ eventId, eventType: 'shipment.delivered', timestamp: TEST_START, signature: '' },
  data: { shipmentId: 'SHP-1', status: 'DELIVERED' },
  ...more,
})

describe.skipIf(!hasPostgres)('webhooks of a site', () => {
  it('are subscribed to by the site, and what the service tells is at a station before any turn', async () => {
    const site = await hookedSite()
    const { active, events } = await subscription(site)
    expect(active).toBe(true)
    expect(events).toContain('shipment.delivered')
    expect(events).not.toContain('quote.created')
    const a = await site.station('Dock A')
    const shipmentId = await bookedElsewhere(site.sandbox, 'PO-1')
    await until(
      'what the service told',
      async () => {
        const page = await (await a.asked('/tracking?shipments=0&events=0')).text()
        return page.includes(shipmentId) && page.includes('PO-1') ? page : null
      },
      { everyMs: 100 },
    )
    const reported = await figures(site)
    expect(reported).toMatch(/waybill_site_webhooks_total\{outcome="taken"\} [1-9]/)
    expect(reported).toMatch(/waybill_site_webhook_subscribed 1/)
    await until('how long it took', async () =>
      /waybill_site_webhook_seconds_count [1-9]/.test(await figures(site)) ? true : null,
    )
  })

  it('are taken once, in their time and with their signature alone, and counted by what became of them', async () => {
    const site = await hookedSite()
    const { webhookId } = await subscription(site)
    const secret = (await site.secrets.all())[webhookId] ?? ''
    const post = async (init: RequestInit, url = site.url) => (await fetch(url, init)).status
    expect(await post(signed(delivered('evt-1'), secret))).toBe(200)
    expect(await post(signed(delivered('evt-1'), secret))).toBe(200)
    expect(await post(signed(delivered('evt-2'), `${secret}x`))).toBe(401)
    // Signed over other bytes than those that came.
    const spaced = signed(delivered('evt-3'), secret)
    expect(await post({ ...spaced, body: `${spaced.body} ` })).toBe(401)
    expect(await post(signed(delivered('evt-4', { timestamp: '2026-10-01T00:00:00Z' }), secret))).toBe(410)
    expect(await post(signed(delivered('evt-5', { timestamp: '2026-12-24T00:00:00Z' }), secret))).toBe(425)
    expect(await post(signed({ hello: 'there' }, secret))).toBe(400)
    expect(await post(signed(delivered('evt-6', { padding: 'x'.repeat(300_000) }), secret))).toBe(413)
    expect(await post({ method: 'GET' })).toBe(405)
    expect(await post(signed(delivered('evt-7'), secret), `${site.url}/other`)).toBe(404)
    const reported = await figures(site)
    for (const [outcome, count] of Object.entries({ taken: 1, known: 1, 'wrong-signature': 2, 'too-large': 1 })) {
      expect(reported).toContain(`waybill_site_webhooks_total{outcome="${outcome}"} ${count}`)
    }
    expect(reported).not.toContain(secret)
  })

  it('that come by the hundreds at once are put off before they are read', async () => {
    // No time passes: how fast this machine asks decides nothing.
    const site = await hookedSite({ now: () => 0 })
    await subscription(site)
    const statuses = new Set<number>()
    for (let wave = 0; wave < 9; wave++) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => fetch(site.url, { method: 'POST', body: '{}' }).then(({ status }) => status)),
      )
      for (const status of answers) statuses.add(status)
    }
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 429])
    expect(await figures(site)).toMatch(/waybill_site_webhooks_total\{outcome="too-many"\} \d+/)
  })

  it('keep their subscription through a restart, and get another one where its secret is lost', async () => {
    const site = await hookedSite()
    const first = await subscription(site)
    await site.site.close()
    const again = await site.another()
    await until('a look', async () =>
      (await figures({ origin: `http://127.0.0.1:${again.port}` })).includes('webhook_subscribed 1') ? true : null,
    )
    expect((await site.subscribed()).map(({ webhookId }) => webhookId)).toEqual([first.webhookId])
    await again.close()
    const empty = memoryKeychain()
    await site.another({ webhooks: { ...site.webhooks, secrets: openWebhookSecrets(async () => empty.keychain) } })
    await until('another subscription', async () => {
      const current = await site.subscribed()
      return current.length === 1 && current[0]?.webhookId !== first.webhookId ? current : null
    })
  })

  it('cannot begin on a port that is taken', async () => {
    const site = await hookedSite()
    await expect(site.another()).rejects.toMatchObject({ code: 'LISTEN_FAILED', details: { port: site.webhooks.port } })
  })
})
