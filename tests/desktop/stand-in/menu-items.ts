import { setup } from './world.ts'

/** Items of a menu: what they are called, and what a click on them does. */

export interface MenuItem {
  label?: string
  role?: string
  type?: string
  submenu?: MenuItem[]
  click?: () => void
}

const OF_THE_SYSTEM: Record<string, string> = {
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  reload: 'Reload',
  toggleDevTools: 'Toggle Developer Tools',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  togglefullscreen: 'Toggle Full Screen',
  minimize: 'Minimize',
  close: setup.system === 'darwin' ? 'Close Window' : 'Close',
  quit: { darwin: 'Quit Waybill', win32: 'Exit', linux: 'Quit' }[setup.system],
}
const OF_MACOS: Record<string, string> = {
  about: 'About Waybill',
  services: 'Services',
  hide: 'Hide Waybill',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
}
const APP_MENU = ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit'].map((role): MenuItem => ({ role }))

/** What an item without words of its own is called: Electron says it in English. @throws Error for a role that there is none of */
function roleLabel(role: string): string {
  const label = OF_THE_SYSTEM[role] ?? (setup.system === 'darwin' ? OF_MACOS[role] : undefined)
  if (label === undefined) throw new Error(`Invalid menu item role: ${role}`)
  return label
}

/** Every item's words, those of menus in menus behind their own. */
export const labelsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ label, role, type, submenu }) => {
    if (type === 'separator') return []
    if (role === 'appMenu') return ['Waybill', ...labelsOf(APP_MENU)]
    return [label ?? (role === undefined ? '' : roleLabel(role)), ...labelsOf(submenu ?? [])]
  })

/** Does what the item does that is called so, or its role. */
export function clickOn(items: readonly MenuItem[], wanted: string, byRole: (role: string) => void): void {
  for (const { label, role, submenu, click } of items) {
    if (label === wanted && role !== undefined) return byRole(role)
    if (label === wanted) return click?.()
    clickOn(submenu ?? [], wanted, byRole)
  }
}
