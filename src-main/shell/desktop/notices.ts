import type { InboxNews } from '../../../src-shared/station/inbox/item.ts'
import type { Station } from '../../app/station.ts'

interface Notice {
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown
  show(): void
  close(): void
}

/** Notices of the system, as Electron has them. */
export interface NoticeCentre {
  isSupported(): boolean
  create(notice: { title: string; body: string }): Notice
}

/**
 * Shows desktop notifications for new inbox items: one notice at a time, the newer in place of the older. A click
 * goes there.
 * @returns ends it
 */
export function notifyOnDesktop(
  { subscribe }: Pick<Station, 'subscribe'>,
  centre: NoticeCentre,
  goThere: () => void,
): () => void {
  let shown: Notice | null = null
  const report = ({ title, lines }: InboxNews) => {
    if (!centre.isSupported()) return
    shown?.close()
    const notice = centre.create({ title, body: lines.join('\n') })
    // Held until it is gone: a notice that is collected as garbage hears no click.
    shown = notice
    const forget = () => {
      if (shown === notice) shown = null
    }
    notice.on('click', () => {
      forget()
      goThere()
    })
    notice.on('close', forget)
    notice.on('failed', forget)
    notice.show()
  }
  const stop = subscribe((event) => {
    if (event.name === 'inbox.news') report(event.payload)
  })
  return () => {
    stop()
    shown?.close()
  }
}
