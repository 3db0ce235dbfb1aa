import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { startWebhooks } from '../../testing/webhooks.ts'
import { announceDue, createDueAnnouncer, listenForDue } from './due-announcements.ts'

let webhooks: Awaited<ReturnType<typeof startWebhooks>>
let database: TestDatabase
beforeAll(async () => {
  webhooks = await startWebhooks()
  database = await createTestDatabase()
})
afterAll(async () => {
  await webhooks.stop()
  await database.drop()
})
afterEach(async () => expect(await webhooks.clear()).toEqual([]))

const listen = async () => {
  const heard: (string | null)[] = []
  const listener = await listenForDue(database.url, (applicationId) => heard.push(applicationId))
  return { heard, stop: listener.stop }
}

test('an announcement reaches every listener, even with more ids than one notification', async () => {
  const [one, other] = [await listen(), await listen()]
  const ids = Array.from({ length: 400 }, (_, index) => `app_${String(index).padStart(26, '0')}`)
  await announceDue(database.pool, ids)
  for (const { heard, stop } of [one, other]) {
    // The first is null: earlier announcements are unknown.
    await expect.poll(() => heard.length).toBe(401)
    expect(heard).toEqual([null, ...ids])
    await stop()
  }
})

test('consecutive announcements of a process share a statement', async () => {
  const statements: string[] = []
  const counting = {
    query: async (config: { values: string[] }) => {
      statements.push(config.values[1] as string)
    },
  }
  const errors: unknown[] = []
  const announcer = createDueAnnouncer(counting as never, (error) => errors.push(error))
  for (let turn = 0; turn < 100; turn++) announcer.announce(`app_${turn % 10}`)
  await announcer.idle()
  expect(statements[0]).toBe('app_0')
  expect(statements).toHaveLength(2)
  expect(new Set(statements[1]?.split(' ')).size).toBe(10)
  expect(errors).toEqual([])
})

test('a failed announcement is reported, and the next one is sent', async () => {
  let fails = true
  const sent: string[] = []
  const failing = {
    query: async (config: { values: string[] }) => {
      if (fails) throw new Error('away')
      sent.push(config.values[1] as string)
    },
  }
  const errors: unknown[] = []
  const announcer = createDueAnnouncer(failing as never, (error) => errors.push(error))
  announcer.announce('app_1')
  await announcer.idle()
  fails = false
  announcer.announce('app_2')
  await announcer.idle()
  expect(errors).toHaveLength(1)
  expect(sent).toEqual(['app_2'])
})

test('a dispatcher sends announced deliveries without polling', async () => {
  const { url, received } = await webhooks.receiver()
  const application = await webhooks.application(url)
  let announce: (applicationId: string | null) => void = () => {}
  let stops = 0
  const dispatcher = webhooks.dispatcher({
    listenForDue: async (onDue) => {
      announce = onDue
      return { stop: async () => void stops++ }
    },
  })
  dispatcher.start()
  await webhooks.addEvents(application, 1)
  announce(application.applicationId)
  await dispatcher.settled()
  expect(received).toHaveLength(1)
  await webhooks.addEvents(application, 1)
  // A new connection can have missed announcements, so all due deliveries are read.
  announce(null)
  await dispatcher.settled()
  expect(received).toHaveLength(2)
  await dispatcher.stop()
  expect(stops).toBe(1)
})
