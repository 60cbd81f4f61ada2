import { linkWish, LINK_SCHEME, type Wishes } from './wishes.ts'

interface AskedApp {
  isPackaged: boolean
  setAsDefaultProtocolClient(scheme: string): boolean
  on(event: 'open-file' | 'open-url', listener: (event: { preventDefault(): void }, what: string) => void): unknown
}

/** macOS tells files and links to the open app; elsewhere they are words of a start. */
export function hearSystem(app: AskedApp, wishes: Pick<Wishes, 'add' | 'openFile'>, comeForward: () => void): void {
  // The installers say so as well; on macOS it is Info.plist that counts.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    comeForward()
    void wishes.openFile(path)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const wish = linkWish(url)
    if (wish === null) return
    comeForward()
    wishes.add(wish)
  })
}
