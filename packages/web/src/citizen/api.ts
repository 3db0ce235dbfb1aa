import { ApiError } from './api-error.ts'

/** How far the clock of the server is ahead of the clock of the phone. */
let aheadMs = 0
let isOffline = false
const listeners = new Set<() => void>()

/** The time of the server, in milliseconds. Countdowns use it, because phones have wrong clocks. */
export const serverNow = (): number => Date.now() + aheadMs

/** Whether the last answer came from the phone's own store. */
export const offline = {
  get: () => isOffline,
  onChange: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const setOffline = (next: boolean) => {
  if (next === isOffline) return
  isOffline = next
  for (const listener of listeners) listener()
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API. A refusal is thrown as an ApiError. */
export const call = async <T>(method: Method, path: string, body?: unknown): Promise<T> => {
  const answer = await send(method, path, body)
  const isStored = answer.headers.get('X-From-Store') !== null
  setOffline(isStored)
  const time = Number(answer.headers.get('X-Server-Time'))
  if (time > 0 && !isStored) aheadMs = time - Date.now()
  // A proxy in between can answer with a page.
  const content = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  if (answer.ok && content !== null) return content as T
  const { error, ...context } = content ?? {}
  throw new ApiError(typeof error === 'string' ? error : 'fault', context)
}

/** A network that neither answers nor fails counts as none. Photographs take longer, and only GET has the bound. */
const maxReadMs = 20_000

const send = async (method: Method, path: string, body: unknown): Promise<Response> => {
  const ending = new AbortController()
  const timer = method === 'GET' ? setTimeout(() => ending.abort(), maxReadMs) : undefined
  try {
    return await fetch(`/api${path}`, {
      signal: ending.signal,
      method,
      headers: {
        'X-Nani-App': '1',
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      cache: 'no-store',
      credentials: 'same-origin',
    })
  } catch {
    setOffline(true)
    throw new ApiError('offline')
  } finally {
    clearTimeout(timer)
  }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Repeats a call while the server is busy, until the time ends. It calls `onBusy` before each wait. */
export const callWhileBusy = async <T>(
  method: Method,
  path: string,
  body: unknown,
  { endsAt, onBusy }: { endsAt: number; onBusy: () => void },
): Promise<T> => {
  for (;;) {
    try {
      return await call<T>(method, path, body)
    } catch (thrown) {
      const isBusy = thrown instanceof ApiError && thrown.code === 'busy'
      if (!isBusy || serverNow() + thrown.retryAfter * 1000 > endsAt) throw thrown
      onBusy()
      await pause(thrown.retryAfter)
    }
  }
}
