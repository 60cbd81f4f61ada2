import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Cdp } from './cdp.ts'
import { preventable } from './app.ts'
import { BINDING, pageScript, preloadScript, PRELOAD_WORLD } from './page-scripts.ts'
import { cpuMs, reportTest } from './talk.ts'
import { wireCodec } from './wire.js'
import { chromium, handlers, ipcHandlers, toApp, toChromium } from './world.ts'

const codec = wireCodec()

const attachedSchema = z.object({ sessionId: z.string() })
const targetSchema = z.object({ targetId: z.string() })
const contextSchema = z.object({
  context: z.object({ id: z.number(), name: z.string(), auxData: z.object({ frameId: z.string() }).optional() }),
})
const frameSchema = z.object({
  frame: z.object({
    id: z.string(),
    parentId: z.string().optional(),
    url: z.string(),
    urlFragment: z.string().optional(),
  }),
})
const within = z.object({ frameId: z.string(), url: z.string() })
const calledSchema = z.object({ name: z.string(), payload: z.string(), executionContextId: z.number() })
const invokedSchema = z.object({ id: z.number(), channel: z.string(), args: z.string() })
const pausedSchema = z.object({
  requestId: z.string(),
  frameId: z.string(),
  resourceType: z.string(),
  request: z.object({
    url: z.string(),
    urlFragment: z.string().optional(),
    method: z.string(),
    headers: z.record(z.string(), z.string()),
    postData: z.string().optional(),
  }),
})
const evaluatedSchema = z.object({ result: z.object({ value: z.unknown() }) })
const listSchema = z.array(z.unknown())
const openedSchema = z.object({ url: z.string() })

export interface ContentsOptions {
  preload?: string | undefined
  width: number
  height: number
}

interface Frame {
  id: string
  url: string
  parentId: string | undefined
}

/** `webContents`: a page of Chromium, its preload script in a world of its own. */
export class WebContents extends EventEmitter {
  #options: ContentsOptions
  #page: Promise<{ cdp: Cdp; sessionId: string; targetId: string }> | undefined
  #contexts = new Map<number, string>()
  #frames = new Map<string, Frame>()
  #preloadContext: number | null = null
  #isGone = false
  #isLoading = false
  #isCrashed = false
  /** The address that the app itself asked for, which is no navigation of the page's. */
  #asked: string | null = null
  #loading: PromiseWithResolvers<null> | null = null
  #openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  #zoom = 1

  constructor(options: ContentsOptions) {
    super()
    this.#options = options
  }

  isDestroyed(): boolean {
    return this.#isGone
  }
  isLoading(): boolean {
    return this.#isLoading
  }
  isCrashed(): boolean {
    return this.#isCrashed
  }
  getURL(): string {
    for (const { parentId, url } of this.#frames.values()) if (parentId === undefined) return toApp(url)
    return ''
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler
  }
  getZoomFactor(): number {
    return this.#zoom
  }
  setZoomFactor(zoom: number): void {
    this.#zoom = zoom
  }

  async loadURL(url: string): Promise<void> {
    this.#loading?.reject(new Error(`ERR_ABORTED (-3) loading '${url}'`))
    const loading = Promise.withResolvers<null>()
    this.#loading = loading
    this.#isLoading = true
    this.#opened()
      .then(({ cdp, sessionId }) => {
        this.#asked = toChromium(url)
        return cdp.send('Page.navigate', { url: this.#asked }, sessionId)
      })
      .catch((error: unknown) => this.#failLoading(error))
    await loading.promise.catch((error: unknown) => {
      if (this.#isGone) throw new Error(`ERR_FAILED (-2) loading '${url}'`)
      throw error
    })
  }

  /** Electron's own reload, which no guard of navigation is asked about. */
  reload(): void {
    this.#asked = toChromium(this.getURL())
    this.#isCrashed = false
    this.#do('Page.reload')
  }

  forcefullyCrashRenderer(): void {
    this.#do('Page.crash')
  }

  send(channel: string, ...args: unknown[]): void {
    const context = this.#preloadContext
    if (this.#isGone) throw new Error('Object has been destroyed')
    const text = codec.encode(args)
    if (context === null) return
    reportTest({ kind: 'told', what: 'send', value: JSON.parse(JSON.stringify(args)) })
    this.#callPage(context, 'standInTell', [channel, text])
  }

  /** In the page's own world, as Electron does. */
  async executeJavaScript(code: string): Promise<unknown> {
    const { cdp, sessionId } = await this.#opened()
    const params = { expression: code, returnByValue: true, awaitPromise: true }
    const { result } = await cdp.send('Runtime.evaluate', params, sessionId, evaluatedSchema)
    return result.value
  }

  /** True where the page's own listeners hold on to it and the app does not say otherwise; one that loads holds nothing. */
  async holdsOn(): Promise<boolean> {
    if (this.#isCrashed || this.#isLoading || this.getURL() === '') return false
    const isPrevented = await this.executeJavaScript(
      "!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))",
    ).catch(() => false)
    if (isPrevented !== true || this.#isGone) return false
    const event = preventable({})
    this.emit('will-prevent-unload', event)
    return !event.defaultPrevented
  }

  openDevTools(): void {
    reportTest({ kind: 'told', what: 'developer tools', value: true })
    this.emit('devtools-opened')
  }
  closeDevTools(): void {
    reportTest({ kind: 'told', what: 'developer tools', value: false })
  }

  focus(): void {
    this.#do('Page.bringToFront')
  }

  destroy(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#failLoading(new Error('destroyed'))
    this.emit('destroyed')
    const page = this.#page
    void page?.then(({ cdp, targetId }) => cdp.send('Target.closeTarget', { targetId })).catch(() => undefined)
  }

  async targetId(): Promise<string> {
    return (await this.#opened()).targetId
  }

  resize(width: number, height: number): void {
    this.#options = { ...this.#options, width, height }
    this.#do('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
  }

  #failLoading(error: unknown): void {
    this.#loading?.reject(error)
    this.#loading = null
    this.#isLoading = false
  }

  /** Does it as soon as there is a page; what the page cannot do any more is nobody's. */
  #do(method: string, params: object = {}): void {
    this.#opened()
      .then(({ cdp, sessionId }) => cdp.send(method, params, sessionId))
      .catch(() => undefined)
  }

  #callPage(executionContextId: number, name: string, args: unknown[]): void {
    this.#do('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: `(...args) => globalThis.${name}?.(...args)`,
      arguments: args.map((value) => ({ value })),
    })
  }

  #opened() {
    this.#page ??= this.#open()
    return this.#page
  }

  async #open() {
    const { cdp, contextId } = await chromium()
    const { targetId } = await cdp.send(
      'Target.createTarget',
      { url: 'about:blank', browserContextId: contextId },
      undefined,
      targetSchema,
    )
    const { sessionId } = await cdp.send(
      'Target.attachToTarget',
      { targetId, flatten: true },
      undefined,
      attachedSchema,
    )
    const on = <T>(method: string, schema: z.ZodType<T>, listener: (params: T) => void) =>
      cdp.on(sessionId, method, (params) => listener(schema.parse(params)))

    on('Runtime.executionContextCreated', contextSchema, ({ context: { id, name, auxData } }) => {
      if (auxData === undefined) return
      this.#contexts.set(id, auxData.frameId)
      if (name === PRELOAD_WORLD && auxData.frameId === targetId) this.#preloadContext = id
    })
    on('Runtime.executionContextsCleared', z.object({}), () => this.#contexts.clear())
    on('Page.frameNavigated', frameSchema, ({ frame }) => {
      const url = frame.url + (frame.urlFragment ?? '')
      this.#frames.set(frame.id, { id: frame.id, url, parentId: frame.parentId })
    })
    on('Page.navigatedWithinDocument', within, ({ frameId, url }) => {
      const frame = this.#frames.get(frameId)
      if (frame) frame.url = url
      this.emit('did-navigate-in-page', {}, toApp(url), frame?.parentId === undefined)
    })
    on('Page.loadEventFired', z.object({}), () => {
      // The empty page that every target begins with is not told of.
      if (!this.getURL().includes('://')) return
      this.#isLoading = false
      this.#loading?.resolve(null)
      this.#loading = null
      reportTest({ kind: 'loaded' })
      this.emit('did-finish-load')
    })
    on('Inspector.targetCrashed', z.object({}), () => {
      this.#isCrashed = true
      this.#preloadContext = null
      this.#failLoading(new Error('crashed'))
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
    on('Page.windowOpen', openedSchema, ({ url }) => {
      const { action } = this.#openHandler({ url: toApp(url) })
      if (action !== 'deny') throw new Error('the stand-in opens no window for a page')
    })
    on('Runtime.bindingCalled', calledSchema, ({ payload, executionContextId }) => {
      void this.#answer(payload, executionContextId)
    })
    on('Fetch.requestPaused', pausedSchema, (paused) => {
      this.#serve(cdp, sessionId, targetId, paused).catch(() => undefined)
    })

    const source = this.#options.preload === undefined ? null : readFileSync(this.#options.preload, 'utf8')
    const dateOffsetMs = Math.round(Date.now() - (performance.timeOrigin + performance.now()))
    const isDateOfTest = Math.abs(dateOffsetMs) > 60_000
    const { width, height } = this.#options
    const send = (method: string, params: object) => cdp.send(method, params, sessionId)
    await Promise.all([
      send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false }),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      send('Page.enable', {}),
      send('Inspector.enable', {}),
      send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(isDateOfTest ? dateOffsetMs : 0) }),
      ...(source === null
        ? []
        : [
            send('Page.addScriptToEvaluateOnNewDocument', {
              source: preloadScript(source),
              worldName: PRELOAD_WORLD,
            }),
          ]),
      send('Runtime.enable', {}),
    ])
    return { cdp, sessionId, targetId }
  }

  async #answer(payload: string, context: number): Promise<void> {
    const { id, channel, args } = invokedSchema.parse(JSON.parse(payload))
    const frame = this.#frames.get(this.#contexts.get(context) ?? '')
    const senderFrame =
      frame === undefined ? null : { url: toApp(frame.url), parent: frame.parentId === undefined ? null : {} }
    try {
      const handler = ipcHandlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const given = codec.decode(args)
      const value = await handler({ sender: this, senderFrame }, ...listSchema.parse(given))
      this.#callPage(context, 'standInAnswer', [id, true, codec.encode(value)])
    } catch (error) {
      const reported = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      this.#callPage(context, 'standInAnswer', [id, false, `Error invoking remote method '${channel}': ${reported}`])
    }
  }

  async #serve(cdp: Cdp, sessionId: string, mainFrame: string, paused: z.output<typeof pausedSchema>): Promise<void> {
    const { requestId, frameId, resourceType, request } = paused
    const refuse = (errorReason: string) => cdp.send('Fetch.failRequest', { requestId, errorReason }, sessionId)
    const url = request.url + (request.urlFragment ?? '')
    if (resourceType === 'Document') {
      const isMainFrame = frameId === mainFrame
      const isAsked = isMainFrame && this.#asked !== null && withoutHash(this.#asked) === withoutHash(url)
      if (isAsked) this.#asked = null
      else {
        const navigation = preventable({ url: toApp(url), isMainFrame, isSameDocument: false, frame: null })
        this.emit('will-frame-navigate', navigation)
        if (navigation.defaultPrevented) return void (await refuse('Aborted'))
      }
      if (isMainFrame) {
        this.#isLoading = true
        this.emit('did-start-loading')
      }
    }
    const address = new URL(toApp(url))
    const handler = handlers.get(address.protocol.slice(0, -1))
    // No page of a test reaches another machine.
    if (handler === undefined) return void (await refuse('AddressUnreachable'))
    const init = { method: request.method, headers: request.headers, body: request.postData ?? null }
    const answer = await handler(new Request(address, init))
    const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
    const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }))
    await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: answer.status, responseHeaders, body }, sessionId)
  }
}

const withoutHash = (url: string): string => url.split('#', 1)[0] ?? url

/** For a note that names the page. */
export async function shown(contents: WebContents): Promise<void> {
  const at = cpuMs()
  reportTest({ kind: 'shown', targetId: await contents.targetId(), cpuMs: at })
}
