/** As the page of the one-time address stored it (src-main/shell/browser/opening-page.ts). */
const STORED_AS = 'waybill.session'
const HEADER = 'X-Waybill-Session'

/**
 * What proves to the host that a call comes from our page. The cookie alone does not: the browser sends it to every port of
 * this address. This storage belongs to the origin, and the port is a part of that; it serves every tab, and a page that is
 * loaded again.
 */
export function sessionHeaders(): Record<string, string> {
  return { [HEADER]: localStorage.getItem(STORED_AS) ?? '' }
}
