import type { MenuItemConstructorOptions } from 'electron'
import { OPEN_SWITCH } from './pending-requests.ts'
import { windowsWord } from './windows-word.ts'
import type { ShellWords } from './words.ts'

interface TaskApp {
  setUserTasks(
    tasks: {
      program: string
      arguments: string
      title: string
      description: string
      iconPath: string
      iconIndex: number
    }[],
  ): boolean
}

/** The ways from the task bar of Windows: a start with an argument, which the open Waybill hears. */
export function setJumpList(app: TaskApp, program: string, args: readonly string[], words: ShellWords): void {
  const task = (screen: 'quote' | 'pack', title: string) => ({
    program,
    arguments: [...args, `${OPEN_SWITCH}${screen}`].map(windowsWord).join(' '),
    title,
    description: title,
    iconPath: program,
    iconIndex: 0,
  })
  app.setUserTasks([task('quote', words.newQuote), task('pack', words.pack)])
}

/** The same from the dock of macOS. */
export function dockTemplate(
  words: ShellWords,
  open: (screen: 'quote' | 'pack') => void,
): MenuItemConstructorOptions[] {
  return [
    { label: words.newQuote, click: () => open('quote') },
    { label: words.pack, click: () => open('pack') },
  ]
}
