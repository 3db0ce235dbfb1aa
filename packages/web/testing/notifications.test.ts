import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppBrowser, openAppBrowser } from './app-browser.ts'
import { askUntilTrue } from './ask-until.ts'
import { ok } from './contract-server.ts'
import { openScene } from './open-scene.ts'
import { scenes } from './scenes.ts'

let app: AppBrowser
beforeAll(async () => {
  app = await openAppBrowser()
})
afterAll(() => app?.close())

const home = scenes.find(({ name }) => name === 'home-waiting') as (typeof scenes)[0]

type Seen = {
  page: Page
  context: BrowserContext
  worker: Worker
  deliver: (message: object) => Promise<void>
}

/**
 * Headless Chromium without a window has no notifications, and permits none. Their display is played then: one for each
 * tag, until it is closed. A Chromium of NANI_CHROMIUM that permits them shows its own.
 */
const playDisplay = `(() => {
  if (Notification.permission === 'granted') return
  const shown = new Map()
  self.registration.showNotification = async (title, options) =>
    void shown.set(options.tag, { ...options, title, close: () => shown.delete(options.tag) })
  self.registration.getNotifications = async () => [...shown.values()]
})()`

/** Hands a message to the worker as the browser does it, after it was decrypted. No push service is needed. */
const openDelivery = async (debug: CDPSession): Promise<Seen['deliver']> => {
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${app.server.origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  const of = { origin: app.server.origin, registrationId: await registered }
  return async (message) => {
    await debug.send('ServiceWorker.deliverPushMessage', { ...of, data: JSON.stringify(message) })
  }
}

/** The app with its service worker, on a phone that permits notifications. */
const openApp = async (): Promise<Seen> => {
  const context = await app.browser.newContext({
    ...{ locale: 'fr-FR', serviceWorkers: 'allow', permissions: ['notifications'] },
    viewport: { width: 360, height: 740 },
  })
  const starting = context.waitForEvent('serviceworker')
  const page = await context.newPage()
  await openScene(page, app.server, home)
  const worker = await starting
  await askUntilTrue(page, 'navigator.serviceWorker.controller !== null')
  // The worker writes notifications while the app is closed, so the app leaves it the texts.
  await askUntilTrue(page, "caches.match('/notices.json').then((texts) => texts !== undefined)")
  await worker.evaluate(playDisplay)
  return { page, context, worker, deliver: await openDelivery(await context.newCDPSession(page)) }
}

const signIn = {
  ...{ kind: 'sign_in', id: 'apr_1', application: 'Banque du Fleuve' },
  scopes: ['profile', 'svc:kyc.religion'],
}

type Shown = { title: string; body: string; tag: string }
const shownBy = ({ worker }: Seen, count = 1): Promise<Shown[]> =>
  askUntilTrue(
    worker,
    `self.registration.getNotifications()
      .then((all) => all.length >= ${count} && all.map(({ title, body, tag }) => ({ title, body, tag })))`,
  )

/** A tap on the notification. Resolves when the worker has done what it does, with the windows that it opened. */
const tap = `(async () => {
  const opened = []
  self.clients.openWindow = async (path) => void opened.push(path)
  const [notification] = await self.registration.getNotifications()
  const work = []
  // Only the browser may extend the life of a worker, and only the tap of a person may move the focus.
  const waitUntil = (promise) => work.push(promise.catch(() => {}))
  self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  await Promise.all(work)
  return { opened, left: (await self.registration.getNotifications()).length }
})()`

test('a message shows who asks and exactly for what, in the language of the app', async () => {
  const seen = await openApp()
  await seen.deliver(signIn)
  const [shown] = await shownBy(seen)
  expect(shown?.title).toBe('Banque du Fleuve demande à vous identifier')
  expect(shown?.body.split(' · ')).toHaveLength(2)
  await seen.context.close()
})

test('a message that arrives twice is shown once', async () => {
  const seen = await openApp()
  await seen.deliver(signIn)
  await seen.deliver({ kind: 'access' })
  await seen.deliver(signIn)
  const shown = await shownBy(seen, 2)
  expect(shown.map(({ title }) => title).toSorted()).toEqual([
    'Banque du Fleuve demande à vous identifier',
    'Vos données ont été consultées',
  ])
  await seen.context.close()
})

test('a tap leads the open app to the request', async () => {
  const seen = await openApp()
  await seen.deliver(signIn)
  await shownBy(seen)
  expect(await seen.worker.evaluate(tap)).toEqual({ opened: [], left: 0 })
  await seen.page.waitForSelector('.scopes')
  expect(new URL(seen.page.url()).hash).toBe('#/approvals/apr_1')
  await seen.context.close()
})

test('a tap opens the closed app at the request', async () => {
  const seen = await openApp()
  await seen.deliver(signIn)
  await shownBy(seen)
  await seen.page.close()
  expect(await seen.worker.evaluate(tap)).toEqual({ opened: ['/#/approvals/apr_1'], left: 0 })
  await seen.context.close()
})

/** The browser reports that the push service has replaced a subscription. Resolves when the worker has reported it to the server. */
const replaceSubscription = (event: string) => `(async () => {
  const work = []
  const waitUntil = (promise) => work.push(promise)
  const subscription = (endpoint) => ({ endpoint, options: { userVisibleOnly: true }, toJSON: () => ({ endpoint }) })
  self.registration.pushManager.subscribe = async ({ userVisibleOnly }) => subscription('https://push.example/again-' + userVisibleOnly)
  self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil, ...(${event}) }))
  await Promise.all(work)
})()`

test.each([
  [
    'the one that the browser has made',
    "{ oldSubscription: null, newSubscription: subscription('https://push.example/new') }",
    'new',
  ],
  [
    'one with the options of the former',
    "{ oldSubscription: subscription('https://push.example/old'), newSubscription: null }",
    'again-true',
  ],
])('a subscription that the push service replaced reaches the server: %s', async (_name, event, name) => {
  const seen = await openApp()
  app.server.setAnswers({ 'PUT /push': ok({}) })
  await seen.worker.evaluate(replaceSubscription(event))
  expect(app.server.asked.filter(({ call }) => call.endsWith('/push'))).toEqual([
    { call: 'PUT /push', body: { subscription: { endpoint: `https://push.example/${name}` } } },
  ])
  await seen.context.close()
})

test('a subscription that ended without another asks the server for nothing', async () => {
  const seen = await openApp()
  app.server.setAnswers({})
  await seen.worker.evaluate(replaceSubscription('{ oldSubscription: null, newSubscription: null }'))
  expect(app.server.asked.filter(({ call }) => call.endsWith('/push'))).toEqual([])
  await seen.context.close()
})
