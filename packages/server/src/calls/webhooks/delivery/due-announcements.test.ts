import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startWebhooks } from '../../../testing/webhooks.ts'

let webhooks: Awaited<ReturnType<typeof startWebhooks>>
beforeAll(async () => {
  webhooks = await startWebhooks()
})
afterAll(() => webhooks.stop())
afterEach(async () => expect(await webhooks.clear()).toEqual([]))

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
