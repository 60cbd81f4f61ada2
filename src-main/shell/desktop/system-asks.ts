import { linkRequest, LINK_SCHEME, type PendingRequests } from './pending-requests.ts'

interface AskedApp {
  isPackaged: boolean
  setAsDefaultProtocolClient(scheme: string): boolean
  on(event: 'open-file' | 'open-url', listener: (event: { preventDefault(): void }, what: string) => void): unknown
}

/** macOS passes files and links to the open app; elsewhere they are arguments of a start. */
export function hearSystem(
  app: AskedApp,
  pendingRequests: Pick<PendingRequests, 'add' | 'openFile'>,
  comeForward: () => void,
): void {
  // The installers say so as well; on macOS it is Info.plist that counts.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('open-file', (event, path) => {
    event.preventDefault()
    comeForward()
    void pendingRequests.openFile(path)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const request = linkRequest(url)
    if (request === null) return
    comeForward()
    pendingRequests.add(request)
  })
}
