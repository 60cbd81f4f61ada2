import { describe, expect, test } from 'vitest'
import { guardNavigation } from '../../src-main/shell/desktop/navigation.ts'
import { denyPermissions } from '../../src-main/shell/desktop/permissions.ts'

const PERMISSIONS = [
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'openExternal',
  'fullscreen',
  'usb',
  'serial',
  'idle-detection',
]

interface Device {
  deviceId: string
  collections: { usagePage: number }[]
}
const SCALE: Device = { deviceId: 'scale', collections: [{ usagePage: 0x8d }] }
const KEYBOARD: Device = { deviceId: 'keyboard', collections: [{ usagePage: 1 }] }

/** A session that asks as Chromium does. */
function guardedSession() {
  const doors = {
    request: (_permission: string, _url: string): boolean => true,
    check: (_permission: string, _url: string): boolean => true,
    device: (_details: { deviceType: string; origin: string; device: object }): boolean => true,
    chosen: (_devices: Device[]): string | null | undefined => undefined,
  }
  denyPermissions({
    setPermissionRequestHandler: (handler) => {
      doors.request = (permission, requestingUrl) => {
        let answer = true
        handler(null, permission, (isGranted) => (answer = isGranted), { requestingUrl })
        return answer
      }
    },
    setPermissionCheckHandler: (handler) => {
      doors.check = (permission, origin) => handler(null, permission, origin)
    },
    setDevicePermissionHandler: (handler) => {
      doors.device = handler
    },
    on: (_event, listener) => {
      doors.chosen = (deviceList) => {
        let answer: string | null | undefined
        listener({ preventDefault: () => undefined }, { deviceList }, (id) => (answer = id))
        return answer
      }
    },
  })
  return doors
}

describe('permissions', () => {
  test.each(PERMISSIONS)('%s is refused, also to our own page', (permission) => {
    const session = guardedSession()
    expect(session.request(permission, 'waybill://app/')).toBe(false)
    expect(session.check(permission, 'waybill://app/')).toBe(false)
    const device = { collections: [{ usagePage: 0x8d }] }
    expect(session.device({ deviceType: permission, origin: 'waybill://app/', device })).toBe(false)
  })

  test('our page may read a USB scale; no other device, and no other page', () => {
    const session = guardedSession()
    const asks = (origin: string, device: Device) => session.device({ deviceType: 'hid', origin, device })
    expect(session.check('hid', 'waybill://app/')).toBe(true)
    expect(session.check('hid', 'https://evil.example/')).toBe(false)
    expect(asks('waybill://app/', SCALE)).toBe(true)
    expect(asks('waybill://app/', KEYBOARD)).toBe(false)
    expect(asks('https://evil.example/', SCALE)).toBe(false)
    expect(session.chosen([KEYBOARD, SCALE])).toBe('scale')
    expect(session.chosen([KEYBOARD])).toBeNull()
  })

  test('our page may copy an error to the clipboard; no other page may', () => {
    const session = guardedSession()
    expect(session.request('clipboard-sanitized-write', 'waybill://app/#/pack')).toBe(true)
    expect(session.check('clipboard-sanitized-write', 'waybill://app/')).toBe(true)
    expect(session.check('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
  })
})

interface Navigation {
  url: string
  isMainFrame: boolean
  preventDefault(): void
}

/** A page that tries to go somewhere; what it was told, and what opened outside. */
function guardedPage() {
  const listeners = new Map<string, (event: Navigation) => void>()
  const outside: string[] = []
  let openWindow = (_details: { url: string }): { action: string } => ({ action: 'allow' })
  guardNavigation(
    {
      getURL: () => 'waybill://app/#/pack',
      on: (event: string, listener: (event: Navigation) => void) => listeners.set(event, listener),
      setWindowOpenHandler: (handler) => {
        openWindow = handler
      },
    },
    (url) => outside.push(url),
  )
  const fire = (event: string, url: string, isMainFrame = true): boolean => {
    let isStopped = false
    listeners.get(event)?.({ url, isMainFrame, preventDefault: () => (isStopped = true) })
    return isStopped
  }
  return { outside, fire, openWindow: (url: string) => openWindow({ url }) }
}

describe('navigation', () => {
  const elsewhere = [
    'https://evil.example/',
    'http://www.geonames.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ]

  test.each(elsewhere)('no frame goes to "%s", and it opens nowhere', (url) => {
    const page = guardedPage()
    expect(page.fire('will-frame-navigate', url)).toBe(true)
    expect(page.openWindow(url)).toEqual({ action: 'deny' })
    expect(page.outside).toEqual([])
  })

  test('the page may load itself again, its frames and other pages of ours may not come in its place', () => {
    const { fire } = guardedPage()
    expect(fire('will-frame-navigate', 'waybill://app/#/track')).toBe(false)
    expect(fire('will-frame-navigate', 'waybill://app/', false)).toBe(true)
    expect(fire('will-frame-navigate', 'waybill://app/other.html')).toBe(true)
  })

  test('a link to where our data comes from opens in the own browser of the person', () => {
    const page = guardedPage()
    const url = 'https://www.geonames.org/about.html'
    expect(page.openWindow(url)).toEqual({ action: 'deny' })
    expect(page.fire('will-frame-navigate', url)).toBe(true)
    expect(page.outside).toEqual([url, url])
  })

  test('a host that only begins or ends like a known one is not known', () => {
    const page = guardedPage()
    for (const host of ['www.geonames.org.evil.example', 'evil-www.geonames.org', 'www.geonames.org:8443']) {
      page.openWindow(`https://${host}/`)
    }
    page.openWindow('https://www.geonames.org@evil.example/')
    expect(page.outside).toEqual([])
  })

  test('no webview is attached', () => {
    expect(guardedPage().fire('will-attach-webview', '')).toBe(true)
  })
})
