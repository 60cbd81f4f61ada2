import { SCALE_USAGE_PAGE } from '../../../src-shared/station/scale/hid-report.ts'
import { isAppUrl } from './protocol.ts'

interface HidDevice {
  deviceId: string
  collections?: { usagePage: number }[]
}

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
  setDevicePermissionHandler(
    handler: (details: { deviceType: string; origin: string; device: object }) => boolean,
  ): void
  on(
    event: 'select-hid-device',
    listener: (
      event: { preventDefault(): void },
      details: { deviceList: HidDevice[] },
      callback: (deviceId?: string | null) => void,
    ) => void,
  ): unknown
}

/** Copying an error's details, and asking for USB scales. Reading the clipboard is another permission. */
const GRANTED = new Set(['clipboard-sanitized-write', 'hid'])

const isScale = (device: object): boolean =>
  'collections' in device &&
  Array.isArray(device.collections) &&
  device.collections.some(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 'usagePage' in one && one.usagePage === SCALE_USAGE_PAGE,
  )

/**
 * Refuses camera, notifications, USB and every other permission to every page; ours may write the clipboard, and read a USB
 * device that is a scale and nothing else.
 */
export function denyPermissions(session: PermissionDoors): void {
  const isGranted = (permission: string, url: string) => GRANTED.has(permission) && isAppUrl(url)
  session.setPermissionRequestHandler((_page, permission, callback, { requestingUrl }) => {
    callback(isGranted(permission, requestingUrl))
  })
  session.setPermissionCheckHandler((_page, permission, requestingOrigin) => isGranted(permission, requestingOrigin))
  session.setDevicePermissionHandler(
    ({ deviceType, origin, device }) => deviceType === 'hid' && isAppUrl(origin) && isScale(device),
  )
  // A bench has one scale: the first that is plugged in is the one that is meant.
  session.on('select-hid-device', (event, { deviceList }, callback) => {
    event.preventDefault()
    callback(deviceList.find(isScale)?.deviceId ?? null)
  })
}
