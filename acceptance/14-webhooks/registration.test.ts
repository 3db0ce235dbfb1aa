import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { asynchronously, finishedJob, kycRequest, singlePath } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { applicationWith, deliveriesOf, refusalOf, register } from './endpoint.ts'
import { type Receiver, startReceiver, type WebhookEvent } from './receiver.ts'

const dataDir = inject('dataDir')

let production: Credentials
let sandbox: Credentials
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  sandbox = await createApplication(dataDir)
  production = await createApplication(dataDir, { environment: 'production', approved: true })
})
afterAll(() => receiver.close())

const runJob = async (application: Credentials, digits: string): Promise<Job> => {
  const { json } = await post<Job>(
    application,
    singlePath,
    kycRequest(digits, { scopes: [] }),
    asynchronously,
  )
  return finishedJob(application, json.id)
}
const eventsOf = async (application: Credentials) =>
  (await get<{ data: WebhookEvent[] }>(application, '/v1/events')).json.data

// Each costs a separate command. The tests of the check itself cover all other spellings and ranges.
const privateUrls = [
  'http://receiver.example/hook',
  'https://localhost/hook',
  'https://0x7f.1/hook',
  'https://10.1.2.3/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[fd00::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
]

test.each(privateUrls)('%s is refused as an endpoint in production', async (url) => {
  const { code, stderr, stdout } = await refusalOf(register(dataDir, production, url))
  expect({ code, said: `${stdout}${stderr}` }).toEqual({
    code: 1,
    said: expect.stringContaining('cannot be a webhook URL'),
  })
})

test.each(['http://receiver.example/hook', 'https://10.1.2.3/hook', 'hook'])(
  '%s is none in the sandbox either',
  async (url) => {
    expect((await refusalOf(register(dataDir, sandbox, url))).code).toBe(1)
  },
)

test('the endpoint receives the types that it takes; GET /v1/events lists every one', async () => {
  const application = await applicationWith(dataDir, receiver, {}, '--events', 'job.failed,batch.completed')
  const completed = await runJob(application, '0001')
  const failed = await runJob(application, '0500')
  await receiver.arrived(1)
  expect(receiver.deliveries.map(({ event }) => [event.type, event.data.object.id])).toEqual([
    ['job.failed', failed.id],
  ])
  expect((await deliveriesOf(dataDir, application)).map(({ type }) => type)).toEqual(['job.failed'])
  expect((await eventsOf(application)).map(({ type, data }) => [type, data.object.id])).toEqual([
    ['kyc_validation.completed', completed.id],
    ['job.completed', completed.id],
    ['job.failed', failed.id],
  ])
  const { code, stdout, stderr } = await refusalOf(
    register(dataDir, application, receiver.url, '--events', 'job.finished'),
  )
  expect({ code, said: `${stdout}${stderr}` }).toEqual({
    code: 1,
    said: expect.stringContaining('Unknown event type'),
  })
})

test('sandbox and production are separate: endpoints, events, livemode', async () => {
  const own = await startReceiver()
  await register(dataDir, sandbox, own.url)
  await runJob(production, '0001')
  await runJob(sandbox, '0001')
  await own.arrived(2)
  const [live, test] = [await eventsOf(production), await eventsOf(sandbox)]
  // The approval of the production application is the first event.
  expect(live.map(({ livemode }) => livemode)).toEqual([true, true, true])
  expect(test.map(({ livemode }) => livemode)).toEqual([false, false])
  expect(own.deliveries.map(({ event }) => event.id).sort()).toEqual(test.map(({ id }) => id).sort())
  // Without an endpoint nothing was sent, and polling serves.
  expect(await deliveriesOf(dataDir, production)).toEqual([])
  await own.close()
})
