import { type EarlierTexts, fromEarlierTexts } from './earlier-texts.ts'
import { writeNotification } from './notification.ts'
import type { NotificationTexts } from './offline.ts'

/*
 * The service worker: the app opens without a network, and the answers that were loaded can still be read.
 * The build writes the list of files. A new list is a new worker, with a store of its own.
 */
type WorkerScope = {
  addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: object) => Promise<WindowClient[]>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: ServiceWorkerRegistration
}
type WorkerEvent = Event & {
  request: Request
  waitUntil: (promise: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
  data: { json: () => unknown } | null
  notification: Notification
  oldSubscription: PushSubscription | null
  newSubscription: PushSubscription | null
}
type WindowClient = { navigate: (path: string) => Promise<unknown>; focus: () => Promise<unknown> }
const worker = self as unknown as WorkerScope

const files: string[] = ['__FILES__']
const appStore = `nani-app-${files.join().replace(/[^\w]/g, '')}`
/** The app deletes this store when the citizen signs out. */
const dataStore = 'nani-data'
/** What can be read without a network. Requests that wait for an answer are not among it. */
const readable = /^\/api\/((me|consents|history|devices|accesses|disputes)|accesses\?limit=3)$/

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(appStore)
      .then((store) => store.addAll(files))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('nani-app-') && name !== appStore) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(clean())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (readable.test(pathname + search)) event.respondWith(networkFirst(request, dataStore))
  else if (pathname.startsWith('/assets/')) event.respondWith(storeFirst(request))
  else if (request.mode === 'navigate' && pathname === '/') event.respondWith(networkFirst(request, appStore))
})

const networkFirst = async (request: Request, name: string): Promise<Response> => {
  try {
    const answer = await fetch(request)
    // A session that has ended takes what it had loaded with it.
    if (answer.status === 401) await caches.delete(dataStore)
    else if (answer.ok) await (await caches.open(name)).put(request, answer.clone())
    return answer
  } catch (failure) {
    const stored = await (await caches.open(name)).match(request)
    if (!stored) throw failure
    const headers = new Headers(stored.headers)
    headers.set('X-From-Store', '1')
    return new Response(stored.body, { status: stored.status, headers })
  }
}

/** The name of a file has a hash of its content. */
const storeFirst = async (request: Request): Promise<Response> => {
  const store = await caches.open(appStore)
  const stored = await store.match(request)
  if (stored) return stored
  const answer = await fetch(request)
  if (answer.ok) await store.put(request, answer.clone())
  return answer
}

const readTexts = async (): Promise<NotificationTexts | null> => {
  const store = await caches.open('nani-texts')
  const stored = await store.match('/notices.json')
  if (stored) return (await stored.json()) as NotificationTexts
  const earlier = await store.match('/texts.json')
  return earlier ? fromEarlierTexts((await earlier.json()) as EarlierTexts) : null
}

worker.addEventListener('push', (event) => {
  const show = async () => {
    const { title, ...options } = writeNotification(event.data?.json() ?? {}, await readTexts())
    await worker.registration.showNotification(title, {
      ...options,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
    })
  }
  event.waitUntil(show())
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  const open = async () => {
    const [first] = await worker.clients.matchAll({ type: 'window' })
    if (!first) return worker.clients.openWindow(path)
    // The path is behind the `#`: the open app changes its screen and keeps its state.
    await first.navigate(path)
    await first.focus()
  }
  event.waitUntil(open())
})

/** The push service has replaced the subscription. Without a session, the citizen turns notifications on again. */
worker.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event
  const renew = async () => {
    const { pushManager } = worker.registration
    const subscription =
      newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)))
    if (!subscription) return
    const headers = { 'X-Nani-App': '1', 'Content-Type': 'application/json' }
    await fetch('/api/push', { method: 'PUT', headers, body: JSON.stringify({ subscription }) })
  }
  event.waitUntil(renew())
})
