import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application menu, made of roles only: the system knows their words and keys. Reloading and the developer tools are
 * for builds that are not packaged: a reload would empty a half-filled form.
 */
export function menuTemplate(platform: NodeJS.Platform, isPackaged: boolean): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  const forDevelopers: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload' },
    { role: 'toggleDevTools' },
  ]
  return [
    platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' },
    { role: 'editMenu' },
    { role: 'viewMenu', submenu: isPackaged ? view : [...view, ...forDevelopers] },
    { role: 'windowMenu' },
  ]
}
