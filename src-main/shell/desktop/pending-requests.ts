import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { DesktopRequest, WindowScreen } from '../../../src-shared/station/app/desktop.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/** The scheme of links in mails. Never that of the app's own pages: a link must not share their origin. */
export const LINK_SCHEME = 'waybill-app'
/** The argument by which a menu of the system names a screen. */
export const OPEN_SWITCH = '--open='
const SCREENS = ['inbox', 'quote', 'pack', 'track'] as const
const LABEL_FILE = /\.(zpl|epl|pdf)$/i
/** What `labels.inspect` takes. */
const MOST_BYTES = 16 * 1024 * 1024
/** A menu that is clicked while no page listens does not fill the memory. */
const MOST_WAITING = 8

/** The target of a link, or null: anything but `waybill-app://shipment/ID` and `waybill-app://booking/ID` is not ours. */
export function linkRequest(text: string): DesktopRequest | null {
  const [, of, id] = /^waybill-app:\/\/(shipment|booking)\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/?$/.exec(text) ?? []
  if ((of !== 'shipment' && of !== 'booking') || id === undefined) return null
  return { kind: 'link', of, id }
}

/** The request of a start, from its arguments without the program; files are named absolutely. */
function asked(args: readonly string[], folder: string): { requests: DesktopRequest[]; files: string[] } {
  const screens = SCREENS.filter((screen) => args.includes(`${OPEN_SWITCH}${screen}`))
  const links = args.map(linkRequest).filter((request) => request !== null)
  const files = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--data' && LABEL_FILE.test(arg))
  return {
    requests: [...screens.map((screen) => ({ kind: 'screen', screen }) as const), ...links],
    files: files.filter((file) => !file.includes('://')).map((file) => resolve(folder, file)),
  }
}

export type PendingRequests = ReturnType<typeof createPendingRequests>

/** Keeps requests from outside the window until the page takes them: a click may come before there is a page. */
export function createPendingRequests(report: () => void) {
  let waiting: DesktopRequest[] = []
  const troubles: StationError[] = []
  let onTrouble = (error: StationError): void => void troubles.push(error)

  const add = (request: DesktopRequest) => {
    waiting = [...waiting, request].slice(-MOST_WAITING)
    report()
  }
  async function openFile(path: string): Promise<void> {
    const name = basename(path)
    try {
      const { size } = await stat(path)
      if (size > MOST_BYTES) throw new Error(`it has ${size} bytes; a label can have at most ${MOST_BYTES}`)
      add({ kind: 'file', name: name.slice(0, 120), base64: (await readFile(path)).toString('base64') })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onTrouble(
        new StationError({
          code: 'FILE_NOT_OPENED',
          message: `${name} cannot be opened: ${reason}`,
          details: { file: name, reason },
        }),
      )
    }
  }

  return {
    add,
    screen: (screen: 'inbox' | 'quote' | 'settings' | WindowScreen) => add({ kind: 'screen', screen }),
    openFile,
    /** The words of a start. */
    hear: (args: readonly string[], folder: string): void => {
      const { requests: pendingRequests, files } = asked(args, folder)
      pendingRequests.forEach(add)
      for (const file of files) void openFile(file)
    },
    /** From here on failures to open are reported there, and so are the earlier ones. */
    showTrouble: (reported: (error: StationError) => void): void => {
      onTrouble = reported
      troubles.splice(0).forEach(reported)
    },
    take: (): DesktopRequest[] => {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}
