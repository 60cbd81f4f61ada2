import type { MenuItemConstructorOptions } from 'electron'
import { WINDOW_SCREENS, type WindowScreen } from '../../../src-shared/station/app/desktop.ts'
import type { ShellWords } from './words.ts'

/** The menu's own actions, besides the system's roles. */
export interface MenuWays {
  openWindow(screen: WindowScreen): void
  /** Null: not allowed. */
  openTools: (() => void) | null
}

/**
 * The application menu. Each item is a role, whose keys the system knows; its words are those of the language that is set.
 * Reloading and the developer tools are for builds that are not packaged: a reload would empty a half-filled form.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  words: ShellWords,
  { openWindow, openTools }: MenuWays,
): MenuItemConstructorOptions[] {
  const forDevelopers: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload' },
    { role: 'toggleDevTools' },
  ]
  const close: MenuItemConstructorOptions = { role: 'close', label: words.close }
  return [
    platform === 'darwin'
      ? { label: 'Waybill', submenu: appSubmenu(words) }
      : { label: words.file, submenu: [close, { type: 'separator' }, { role: 'quit', label: words.quit }] },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        { type: 'separator' },
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(isPackaged ? [] : forDevelopers),
        ...(openTools ? [{ label: words.developerTools, click: openTools }] : []),
      ],
    },
    {
      label: words.window,
      submenu: [
        { role: 'minimize', label: words.minimize },
        { type: 'separator' },
        ...WINDOW_SCREENS.map((screen) => ({
          label: words.ownWindow(words[screen]),
          click: () => openWindow(screen),
        })),
        ...(platform === 'darwin' ? [close] : []),
      ],
    },
  ]
}

/** macOS' menu of the app. As a role it would be in English alone. */
const appSubmenu = (words: ShellWords): MenuItemConstructorOptions[] => [
  { role: 'about', label: words.about },
  { type: 'separator' },
  { role: 'services', label: words.services },
  { type: 'separator' },
  { role: 'hide', label: words.hide },
  { role: 'hideOthers', label: words.hideOthers },
  { role: 'unhide', label: words.showAll },
  { type: 'separator' },
  { role: 'quit', label: words.quit },
]

/** The page's description of the clicked place. */
export interface ClickedPlace {
  isEditable: boolean
  selectionText: string
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

/** A tracking number that was clicked on, and who puts it onto the clipboard. */
interface ClickedNumber {
  tracking: string | null
  copy(text: string): void
}

/**
 * The menu of a text, a field or a tracking number that is clicked with the other button; empty where there is nothing to do.
 */
export function contextTemplate(
  { isEditable, selectionText, editFlags }: ClickedPlace,
  words: ShellWords,
  { tracking, copy: copyText }: ClickedNumber,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: editFlags.canCopy }
  if (!isEditable) {
    const number = tracking === null ? [] : [{ label: words.copyTracking, click: () => copyText(tracking) }]
    return [...number, ...(selectionText.trim() === '' ? [] : [copy])]
  }
  return [
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ]
}
