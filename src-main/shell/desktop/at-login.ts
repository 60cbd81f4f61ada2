import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { windowsWord } from './windows-word.ts'

interface LoginApp {
  isPackaged: boolean
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void
}

interface LoginNeeds {
  app: LoginApp
  platform: NodeJS.Platform
  environment: NodeJS.ProcessEnv
  home: string
  /** The program that is started. */
  program: string
  /** With which words: those that name the data folder. */
  args: string[]
}

/** Starting at login. Electron supports it on Windows and macOS; Linux reads a file of the desktop's. */
export function openAtLogin({ app, platform, environment, home, program, args }: LoginNeeds, isOn: boolean): void {
  if (!app.isPackaged) return
  // Electron puts nothing between them but blanks.
  const words = platform === 'win32' ? args.map(windowsWord) : args
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isOn, args: words })
  const folder = join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart')
  const file = join(folder, 'waybill.desktop')
  if (!isOn) return rmSync(file, { force: true })
  mkdirSync(folder, { recursive: true })
  // An AppImage runs from a mount that is another one each time.
  const command = [environment['APPIMAGE'] ?? program, ...args].map(quoted).join(' ')
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Waybill\nExec=${command}\nX-GNOME-Autostart-enabled=true\n`,
  )
}

/** As the specification of desktop entries quotes a word of Exec. */
const quoted = (word: string): string =>
  `"${word
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`
