import { contextBridge, ipcRenderer } from 'electron'
import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channels.ts'

/** All that the page can reach of the other side. */
contextBridge.exposeInMainWorld('waybill', {
  invoke: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(INVOKE_CHANNEL, name, input),
  subscribe: (listener: (event: StationEvent) => void): (() => void) => {
    // The IPC event carries the sender and stays on this side.
    const forward = (_event: unknown, event: StationEvent) => listener(event)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    // Braces: `off` returns the channel, which stays on this side as well.
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, forward)
    }
  },
})
