import koffi from 'koffi'
import { z } from 'zod'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Keytar } from './keytar.ts'

/** Where the functions of Credential Manager are: Windows' own libraries, or their replacement. */
export interface CredentialLibraries {
  credentials: string
  kernel: string
}

const WINDOWS: CredentialLibraries = { credentials: 'advapi32.dll', kernel: 'kernel32.dll' }

/** CRED_TYPE_GENERIC, CRED_PERSIST_ENTERPRISE and CRED_MAX_CREDENTIAL_BLOB_SIZE. */
const [GENERIC, ENTERPRISE, MOST_BYTES] = [1, 3, 5 * 512]
/** ERROR_NOT_FOUND. */
const NOT_FOUND = 1168
const REASONS: Readonly<Record<number, string>> = {
  5: 'Windows does not allow it to this user',
  1312: 'Windows has no Credential Manager in this session',
}

// Microsoft, CREDENTIALW.
koffi.struct('CREDENTIALW', {
  Flags: 'uint32_t',
  Type: 'uint32_t',
  TargetName: 'str16',
  Comment: 'str16',
  LastWritten: koffi.struct('FILETIME', { dwLowDateTime: 'uint32_t', dwHighDateTime: 'uint32_t' }),
  CredentialBlobSize: 'uint32_t',
  CredentialBlob: 'void *',
  Persist: 'uint32_t',
  AttributeCount: 'uint32_t',
  Attributes: 'void *',
  TargetAlias: 'str16',
  UserName: 'str16',
})
const readSchema = z.object({ CredentialBlobSize: z.int(), CredentialBlob: z.bigint().nullable() })

/**
 * Windows' Credential Manager. Its entries are those that @napi-rs/keyring writes there: generic ones, named
 * `account.service`, whose secret is UTF-16LE.
 */
export function openCredentialManager({ credentials, kernel }: CredentialLibraries = WINDOWS): Keytar {
  const library = koffi.load(credentials)
  const read = library.func(
    'int __stdcall CredReadW(str16 target, uint32_t type, uint32_t flags, _Out_ void **credential)',
  )
  const write = library.func('int __stdcall CredWriteW(CREDENTIALW *credential, uint32_t flags)')
  const remove = library.func('int __stdcall CredDeleteW(str16 target, uint32_t type, uint32_t flags)')
  const free = library.func('void __stdcall CredFree(void *credential)')
  const lastError = koffi.load(kernel).func('uint32_t __stdcall GetLastError()')
  const targetOf = (service: string, account: string) => `${account}.${service}`

  /** False: there is no such entry. @throws Error with Windows' reason for any other failure */
  function isDone(call: string, result: unknown): boolean {
    if (result !== 0) return true
    const code = Number(lastError())
    if (code === NOT_FOUND) return false
    throw new Error(REASONS[code] ?? `${call} of Windows failed with ${code}`)
  }

  return {
    getPassword: async (service, account) => {
      const entry: unknown[] = [null]
      if (!isDone('CredRead', read(targetOf(service, account), GENERIC, 0, entry))) return null
      try {
        const { CredentialBlobSize: size, CredentialBlob: blob } = readSchema.parse(
          koffi.decode(entry[0], 'CREDENTIALW'),
        )
        return blob === null ? '' : koffi.decode.string16(blob, size / 2)
      } finally {
        free(entry[0])
      }
    },
    setPassword: async (service, account, password) => {
      const blob = Buffer.from(password, 'utf16le')
      if (blob.length > MOST_BYTES) throw tooLong(account)
      const credential = {
        Flags: 0,
        Type: GENERIC,
        TargetName: targetOf(service, account),
        Comment: null,
        LastWritten: { dwLowDateTime: 0, dwHighDateTime: 0 },
        CredentialBlobSize: blob.length,
        CredentialBlob: blob.length === 0 ? null : blob,
        Persist: ENTERPRISE,
        AttributeCount: 0,
        Attributes: null,
        TargetAlias: null,
        UserName: account,
      }
      isDone('CredWrite', write(credential, 0))
    },
    deletePassword: async (service, account) => isDone('CredDelete', remove(targetOf(service, account), GENERIC, 0)),
  }
}

function tooLong(account: string): StationError {
  return new StationError({
    code: 'TOO_LARGE',
    message: `Windows stores at most ${MOST_BYTES / 2} characters under one name, and "${account}" would have more. Use a shorter secret; for webhook secrets, delete a webhook first.`,
    details: { most: MOST_BYTES },
  })
}
