// One end of the context bridge, in the page's own world or in the preload script's: values are copied across, functions
// and promises are reached through, prototypes stay behind, what cannot be cloned throws. Written into the page as text.
export function bridgeEnd(own, other) {
  const named = (end) => `stand-in:bridge:${end}`
  const functions = new Map()
  const promises = new Map()
  let last = 0

  const holdsOnlyData = (value, depth = 0) => {
    if (typeof value === 'function' || value instanceof Promise) return false
    if (typeof value !== 'object' || value === null || depth > 100) return true
    return Object.values(value).every((inner) => holdsOnlyData(inner, depth + 1))
  }

  const copy = (value, depth = 0) => {
    if (depth > 1000) throw new Error('Electron contextBridge recursion depth exceeded.')
    if (typeof value === 'function') {
      const id = `${own}${++last}`
      functions.set(id, value)
      return { $function: id }
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (typeof value !== 'object' || value === null) return { $value: value }
    if (value instanceof Promise) {
      const id = `${own}${++last}`
      void settle(id, value)
      return { $promise: id }
    }
    if (value instanceof Error) return { $error: value.message }
    if (Array.isArray(value)) return { $list: value.map((inner) => copy(inner, depth + 1)) }
    const tag = Object.prototype.toString.call(value)
    if (tag !== '[object Object]') return { $value: structuredClone(value) }
    return { $record: Object.entries(value).map(([key, inner]) => [key, copy(inner, depth + 1)]) }
  }

  /** Electron clones what is not a plain object, and a proxy is none: the clone throws. */
  const across = (value) => {
    if (holdsOnlyData(value)) {
      try {
        structuredClone(value)
      } catch {
        throw new Error('An object could not be cloned.')
      }
    }
    return copy(value)
  }

  const made = (copied) => {
    if ('$function' in copied) return (...args) => call(copied.$function, args)
    if ('$promise' in copied)
      return new Promise((resolve, reject) => promises.set(copied.$promise, { resolve, reject }))
    if ('$error' in copied) return new Error(copied.$error)
    if ('$list' in copied) return copied.$list.map(made)
    if ('$record' in copied) return Object.fromEntries(copied.$record.map(([key, inner]) => [key, made(inner)]))
    return copied.$value
  }

  async function settle(id, promise) {
    try {
      report({ settle: id, value: copy(await promise) })
    } catch (error) {
      report({ settle: id, error: messageOf(error) })
    }
  }

  const messageOf = (error) => (error instanceof Error ? error.message : String(error))

  function report(detail) {
    let answer = null
    const back = `${named(own)}:${++last}`
    window.addEventListener(back, (event) => (answer = event.detail), { once: true })
    window.dispatchEvent(new CustomEvent(named(other), { detail: { ...detail, back } }))
    return answer
  }

  function call(id, args) {
    const answer = report({ call: id, args: args.map(across) })
    if (answer === null) throw new Error('the other side of the bridge is gone')
    if (answer.error !== undefined) throw new Error(answer.error)
    return made(answer.value)
  }

  window.addEventListener(named(own), ({ detail }) => {
    const answer = (given) => window.dispatchEvent(new CustomEvent(detail.back, { detail: given }))
    try {
      if (detail.expose !== undefined) {
        const value = made(detail.value)
        Object.defineProperty(window, detail.expose, { value: Object.freeze(value), enumerable: true })
        answer({ value: { $value: undefined } })
      } else if (detail.settle !== undefined) {
        const promise = promises.get(detail.settle)
        promises.delete(detail.settle)
        if (detail.error !== undefined) promise.reject(new Error(detail.error))
        else promise.resolve(made(detail.value))
        answer({ value: { $value: undefined } })
      } else {
        answer({ value: across(functions.get(detail.call)(...detail.args.map(made))) })
      }
    } catch (error) {
      answer({ error: messageOf(error) })
    }
  })

  return {
    expose: (name, value) => {
      const answer = report({ expose: name, value: copy(value) })
      if (answer === null || answer.error !== undefined) throw new Error(answer?.error ?? 'the page has no bridge')
    },
  }
}

// What a preload script gets for `require('electron')`. `call` reaches the main process.
export function preloadElectron(bridge, codec, call) {
  const waiting = new Map()
  const listeners = new Map()
  let last = 0
  const of = (channel) => listeners.get(channel) ?? []
  const ipcRenderer = {
    invoke: (channel, ...args) => {
      const id = ++last
      return new Promise((resolve, reject) => {
        const text = codec.encode(args)
        waiting.set(id, { resolve, reject })
        call(JSON.stringify({ id, channel, args: text }))
      })
    },
    on: (channel, listener) => {
      listeners.set(channel, [...of(channel), listener])
      return ipcRenderer
    },
    off: (channel, listener) => {
      listeners.set(
        channel,
        of(channel).filter((one) => one !== listener),
      )
      return ipcRenderer
    },
  }
  // The stand-in's own way in, in the preload script's world, which the page does not see.
  globalThis.standInAnswer = (id, isFine, text) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (isFine) resolve(codec.decode(text))
    else reject(new Error(text))
  }
  globalThis.standInTell = (channel, text) => {
    for (const listener of of(channel)) listener({ sender: ipcRenderer }, ...codec.decode(text))
  }
  const strictly = (name, object) =>
    new Proxy(object, {
      get: (target, key) => {
        if (typeof key === 'symbol' || key in target) return target[key]
        throw new Error(`the stand-in for electron has no ${name}.${key}`)
      },
    })
  const electron = strictly('preload', {
    contextBridge: strictly('contextBridge', { exposeInMainWorld: bridge.expose }),
    ipcRenderer: strictly('ipcRenderer', ipcRenderer),
  })
  return (name) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
}
