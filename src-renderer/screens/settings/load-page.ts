import type { Component } from 'svelte'
import type { Page } from './places.ts'

type PageModule = { default: Component<Record<string, never>> }

const modules = {
  desktop: () => import('./desktop/DesktopPage.svelte'),
  people: () => import('./people/PeoplePage.svelte'),
  site: () => import('./site/SitePage.svelte'),
  inbox: () => import('./inbox/NoticesPage.svelte'),
  carrierRules: () => import('./carrier-rules/CarrierRulesPage.svelte'),
  scale: () => import('./scale/ScalePage.svelte'),
  papers: () => import('./papers/PapersPage.svelte'),
  connections: () => import('./connections/ConnectionsPage.svelte'),
  webhooks: () => import('./webhooks/WebhooksPage.svelte'),
  calls: () => import('./logs/CallsPage.svelte'),
  audit: () => import('./logs/AuditPage.svelte'),
  data: () => import('./data/DataPage.svelte'),
  support: () => import('./support/SupportPage.svelte'),
  about: () => import('./about/AboutPage.svelte'),
} satisfies Record<Page, () => Promise<PageModule>>

/** The code of a page, fetched when it is first shown. */
export function loadPage(page: Page): Promise<PageModule> {
  return modules[page]()
}
