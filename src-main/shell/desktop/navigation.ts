import { isAppUrl } from './protocol.ts'

interface Navigation {
  readonly url: string
  readonly isMainFrame: boolean
  preventDefault(): void
}

interface Page {
  getURL(): string
  on(event: 'will-frame-navigate', listener: (navigation: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: { preventDefault(): void }) => void): unknown
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
}

/** Hosts whose pages a link in the app may open in the person's own browser. */
const OUTSIDE_HOSTS = ['creativecommons.org', 'www.geonames.org']

/**
 * Keeps a page where it is: it may reload; no other navigation, no new window, no webview. A known
 * https link opens outside, and a mail in the mail program.
 */
export function guardNavigation(page: Page, openOutside: (url: string) => void): void {
  page.on('will-frame-navigate', (navigation) => {
    if (navigation.isMainFrame && isAppUrl(navigation.url) && isSamePage(navigation.url, page.getURL())) return
    navigation.preventDefault()
    if (isKnownOutside(navigation.url)) openOutside(navigation.url)
  })
  page.on('will-attach-webview', (event) => event.preventDefault())
  page.setWindowOpenHandler(({ url }) => {
    if (isKnownOutside(url)) openOutside(url)
    return { action: 'deny' }
  })
}

/** The same except for the part behind the #. */
function isSamePage(one: string, other: string): boolean {
  return one.split('#', 1)[0] === other.split('#', 1)[0]
}

function isKnownOutside(text: string): boolean {
  const url = URL.parse(text)
  // The mail program opens with the draft; a person sends it.
  if (url?.protocol === 'mailto:') return true
  return url !== null && url.protocol === 'https:' && url.port === '' && OUTSIDE_HOSTS.includes(url.hostname)
}
