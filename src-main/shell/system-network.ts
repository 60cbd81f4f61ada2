/** The part of node:tls with the trusted authorities; an older Node.js has not got it. */
interface Trust {
  getCACertificates?(kind: 'default' | 'system'): string[]
  setDefaultCACertificates?(certificates: string[]): void
}

/**
 * Trusts the system's authorities in addition to those of Node.js: a company's own authority is in the system's store
 * alone. Before the first connection. False: this Node.js cannot.
 */
export function trustAsSystem({ getCACertificates, setDefaultCACertificates }: Trust): boolean {
  if (!getCACertificates || !setDefaultCACertificates) return false
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
  return true
}

interface ProxyOptions {
  /** Chromium's answer for a URL, as of a PAC file: `PROXY host:port; DIRECT`. */
  resolveProxy(url: string): Promise<string>
  /** `http.setGlobalProxyFromEnv`; an older Node.js has not got it. Returns what undoes it. */
  setProxy: ((environment: Record<string, string>) => () => void) | undefined
  environment: NodeJS.ProcessEnv
}

/** Neither the embedded service nor anything else of this machine is asked for by way of another. */
const NEVER = 'localhost,127.0.0.1,::1,[::1]'

/**
 * Sends calls to https through the proxy that the person's surroundings name, or else the system: by Node.js's own means,
 * because Chromium's network sends a POST again when a kept connection is reset, and would pay for a booking twice.
 */
export function proxyOfSystem({ resolveProxy, setProxy, environment }: ProxyOptions) {
  let undo: (() => void) | undefined
  let inUse = ''

  return {
    /** For the service at this address from now on; null: the embedded one, which needs none. */
    async follow(url: string | null): Promise<void> {
      if (!setProxy) return
      const named = environment['HTTPS_PROXY'] ?? environment['https_proxy']
      const except = environment['NO_PROXY'] ?? environment['no_proxy']
      const proxy = url === null ? null : (named ?? proxyIn(await resolveProxy(url)))
      const next = proxy ?? ''
      if (next === inUse) return
      undo?.()
      undo = undefined
      inUse = next
      if (proxy !== null) {
        undo = setProxy({ https_proxy: proxy, no_proxy: except === undefined ? NEVER : `${except},${NEVER}` })
      }
    },
  }
}

/** The first that Node.js can use; null: none, or straight on comes first. */
export function proxyIn(answer: string): string | null {
  for (const entry of answer.split(';').map((part) => part.trim())) {
    const [kind = '', address] = entry.split(/\s+/)
    if (kind === 'DIRECT') return null
    if (address === undefined) continue
    if (kind === 'PROXY') return `http://${address}`
    if (kind === 'HTTPS') return `https://${address}`
  }
  return null
}
