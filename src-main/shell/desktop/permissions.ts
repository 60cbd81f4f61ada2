import { isAppUrl } from './protocol.ts'

interface PermissionDoors {
  setPermissionRequestHandler(
    handler: (
      page: unknown,
      permission: string,
      callback: (isGranted: boolean) => void,
      details: { requestingUrl: string },
    ) => void,
  ): void
  setPermissionCheckHandler(handler: (page: unknown, permission: string, requestingOrigin: string) => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
}

/** Copying an error's details. Reading the clipboard is another permission, and refused like everything else. */
const GRANTED = 'clipboard-sanitized-write'

/** Refuses camera, notifications, USB and every other permission to every page; ours may write the clipboard. */
export function denyPermissions(session: PermissionDoors): void {
  const isGranted = (permission: string, url: string) => permission === GRANTED && isAppUrl(url)
  session.setPermissionRequestHandler((_page, permission, callback, { requestingUrl }) => {
    callback(isGranted(permission, requestingUrl))
  })
  session.setPermissionCheckHandler((_page, permission, requestingOrigin) => isGranted(permission, requestingOrigin))
  session.setDevicePermissionHandler(() => false)
}
