/**
 * How this Waybill came onto the machine, which is how a newer or an older one takes its place. `folder`: it was not
 * installed, and nothing replaces it.
 */
export type Installed = { kind: 'appimage'; file: string } | { kind: 'deb' | 'nsis' | 'mac' | 'folder' }

/** Where the deb puts it. */
const OF_THE_DEB = '/opt/Waybill/'

/** @param program the file that runs */
export function howInstalled(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, program: string): Installed {
  const appImage = environment['APPIMAGE']
  if (platform === 'win32') return { kind: 'nsis' }
  if (platform === 'darwin') return { kind: 'mac' }
  if (appImage !== undefined && appImage !== '') return { kind: 'appimage', file: appImage }
  return { kind: program.startsWith(OF_THE_DEB) ? 'deb' : 'folder' }
}
