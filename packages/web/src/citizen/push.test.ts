import { afterEach, expect, test, vi } from 'vitest'
import { dropSubscription, readPush, turnPushOff, turnPushOn } from './push.ts'

afterEach(() => void vi.unstubAllGlobals())

const asked: [method: string, path: string, body: unknown][] = []
const answer = (status: number, body: object) => {
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { method, body: sent }: { method: string; body?: string }) => {
    asked.push([method, path, sent ? JSON.parse(sent) : null])
    return new Response(JSON.stringify(body), { status })
  })
}

const key = 'BAEC'
const otherKey = 'BAED'
const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer

/** A browser whose push manager keeps one subscription, for one key. */
const browser = ({ permission = 'granted', subscribedTo = null as string | null } = {}) => {
  const done: string[] = []
  let current = subscribedTo
  const subscriptionOf = (ofKey: string) => ({
    options: { applicationServerKey: bytesOf(ofKey) },
    toJSON: () => ({ endpoint: `https://push.example/${ofKey}` }),
    unsubscribe: async () => {
      done.push(`left ${ofKey}`)
      current = null
    },
  })
  const pushManager = {
    getSubscription: async () => (current === null ? null : subscriptionOf(current)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const wanted = btoa(String.fromCharCode(...applicationServerKey))
      if (current !== null && current !== wanted) throw new Error('InvalidStateError')
      current = wanted
      return subscriptionOf(wanted)
    },
  }
  const worker = { pushManager }
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  })
  vi.stubGlobal('window', { PushManager: class {} })
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  return done
}

test('a server without notifications offers none', async () => {
  answer(404, { error: 'not_found' })
  expect(await readPush()).toBe('absent')
})

test('a browser without notifications says so, if the server has them', async () => {
  answer(200, { public_key: key })
  expect(await readPush()).toBe('unavailable')
})

test('they are on if both the browser and the server have the subscription', async () => {
  const stateOf = async (subscribedTo: string | null, subscribed: boolean) => {
    browser({ subscribedTo })
    answer(200, { public_key: key, subscribed })
    return readPush()
  }
  expect(await stateOf(key, true)).toBe('on')
  expect(await stateOf(key, false)).toBe('off')
  expect(await stateOf(null, true)).toBe('off')
})

test('a person who blocked them sees that', async () => {
  browser({ permission: 'denied' })
  answer(200, { public_key: key, subscribed: false })
  expect(await readPush()).toBe('blocked')
})

test('the server gets the subscription to its key, in place of one to a former key', async () => {
  const done = browser({ subscribedTo: otherKey })
  answer(200, { public_key: key })
  await turnPushOn()
  expect(done).toEqual([`left ${otherKey}`])
  expect(asked.at(-1)).toEqual([
    'PUT',
    '/api/push',
    { subscription: { endpoint: `https://push.example/${key}` } },
  ])
})

test('without permission nothing is asked of the server', async () => {
  browser({ permission: 'default' })
  answer(200, { public_key: key })
  await turnPushOn()
  expect(asked).toEqual([])
})

test('turned off, neither the server nor the browser has a subscription', async () => {
  const done = browser({ subscribedTo: key })
  answer(200, {})
  await turnPushOff()
  expect(asked).toEqual([['DELETE', '/api/push', {}]])
  expect(done).toEqual([`left ${key}`])
})

test('a browser without a worker has nothing to drop', async () => {
  vi.stubGlobal('navigator', {})
  await expect(dropSubscription()).resolves.toBeUndefined()
})
