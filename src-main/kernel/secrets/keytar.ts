/** The part of the keytar API that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null | undefined>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
  /** Where another store answers for a keychain that is not there, this asks the keychain itself, and throws. */
  findCredentials?(service: string): Promise<unknown[]>
}
