import { afterAll, expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { asynchronously, finishedJob, kycRequest, singlePath } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { applicationWith, deliveriesOf, recorded, replay, resend } from './endpoint.ts'
import { type Receiver, signatureOf, startReceiver } from './receiver.ts'

const dataDir = inject('dataDir')
// One event of each job is enough to look at.
const oneType = ['--events', 'job.completed']

const receivers: Receiver[] = []
const receiving = async (reply?: Parameters<typeof startReceiver>[0]) => {
  const receiver = await startReceiver(reply)
  receivers.push(receiver)
  return receiver
}
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

const completeJob = async (application: Credentials): Promise<Job> => {
  const { json } = await post<Job>(
    application,
    singlePath,
    kycRequest('0001', { scopes: [] }),
    asynchronously,
  )
  return finishedJob(application, json.id)
}

test.concurrent.each([200, 202, 204])('%i acknowledges: delivered, and never sent again', async (status) => {
  const receiver = await receiving(() => ({ status }))
  const application = await applicationWith(dataDir, receiver, {}, ...oneType)
  await completeJob(application)
  const [delivery] = await receiver.arrived(1)
  expect(await recorded(dataDir, application, 1)).toEqual([
    {
      event_id: delivery?.event.id,
      type: 'job.completed',
      state: 'delivered',
      next_attempt_at: null,
      attempts: [expect.objectContaining({ round: 1, attempt: 1, url: receiver.url, status, failure: null })],
    },
  ])
})

test.concurrent.each([301, 307, 400, 410, 500])(
  '%i does not: another attempt in a minute',
  async (status) => {
    const elsewhere = await receiving()
    const receiver = await receiving(() => ({
      status,
      headers: { location: elsewhere.url },
      body: `${'x'.repeat(1_000)}${'y'.repeat(2_000)}`,
    }))
    const application = await applicationWith(dataDir, receiver, {}, ...oneType)
    await completeJob(application)
    const [scheduled] = await recorded(dataDir, application, 1)
    expect(scheduled).toMatchObject({ state: 'scheduled', attempts: [{ attempt: 1, status, failure: null }] })
    const [attempt] = scheduled?.attempts ?? []
    expect(Date.parse(scheduled?.next_attempt_at ?? '') - Date.parse(attempt?.at ?? '')).toBe(60_000)
    // The first kilobyte of the answer.
    expect(attempt?.answer).toBe(`${'x'.repeat(1_000)}${'y'.repeat(24)}`)
    // A redirect is not followed.
    expect(elsewhere.deliveries).toEqual([])
  },
)

test.concurrent('no answer within five seconds is a timeout, and delays no other application', async () => {
  const hanging = await receiving(() => 'hang')
  const prompt = await receiving()
  const [waiting, served] = [
    await applicationWith(dataDir, hanging, {}, ...oneType),
    await applicationWith(dataDir, prompt, {}, ...oneType),
  ]
  const hangs = 6
  for (let begun = 0; begun < hangs; begun++) await completeJob(waiting)
  await hanging.arrived(1)
  await completeJob(served)
  await prompt.arrived(1)
  const ended = (await deliveriesOf(dataDir, waiting)).flatMap(({ attempts }) => attempts)
  expect(ended.length).toBeLessThan(hangs)
  const [scheduled] = (await recorded(dataDir, waiting, 1)).filter(({ attempts }) => attempts.length > 0)
  expect(scheduled).toMatchObject({
    state: 'scheduled',
    attempts: [{ status: null, failure: 'timeout', answer: null }],
  })
  expect(scheduled?.attempts[0]?.latency_ms).toBeGreaterThanOrEqual(4_900)
})

test.concurrent('an endpoint that does not exist is reported as such', async () => {
  const gone = await startReceiver()
  await gone.close()
  const application = await applicationWith(dataDir, gone, {}, ...oneType)
  await completeJob(application)
  const [scheduled] = await recorded(dataDir, application, 1)
  expect(scheduled).toMatchObject({
    state: 'scheduled',
    attempts: [{ status: null, failure: 'connection_failed' }],
  })
})

test.concurrent('the second attempt comes a minute after the first, with the same event and a new signature', async () => {
  const receiver = await receiving((_delivery, count) => ({ status: count === 1 ? 503 : 204 }))
  const application = await applicationWith(dataDir, receiver, {}, ...oneType)
  await completeJob(application)
  const [first, second] = await receiver.arrived(2, 120_000)
  if (!first || !second) throw new Error('two deliveries were expected')
  const apartMs = second.arrivedAtMs - first.arrivedAtMs
  expect(apartMs).toBeGreaterThan(59_000)
  expect(second.event).toEqual(first.event)
  const [before, after] = [first, second].map(({ headers }) => Number(headers['x-svc-webhook-timestamp']))
  expect(Number(after) - Number(before)).toBeGreaterThanOrEqual(59)
  expect(second.headers['x-svc-webhook-signature']).toBe(signatureOf(second, application))
  expect(second.headers['x-svc-webhook-signature']).not.toBe(first.headers['x-svc-webhook-signature'])
  const [scheduled] = await recorded(dataDir, application, 2)
  expect(scheduled).toMatchObject({
    state: 'delivered',
    attempts: [
      { round: 1, attempt: 1, status: 503 },
      { round: 1, attempt: 2, status: 204 },
    ],
  })
})

test.concurrent('an event that is sent again keeps its id, has a new signature, and is listed as a new round', async () => {
  const receiver = await receiving()
  const application = await applicationWith(dataDir, receiver, {}, ...oneType)
  await completeJob(application)
  const [first] = await receiver.arrived(1)
  await recorded(dataDir, application, 1)
  await resend(dataDir, application, String(first?.event.id))
  const again = (await receiver.arrived(2))[1]
  expect(again?.event).toEqual(first?.event)
  expect(again?.headers['x-svc-webhook-id']).toBe(first?.event.id)
  expect(again?.headers['x-svc-webhook-signature']).toBe(again && signatureOf(again, application))
  const [scheduled] = await recorded(dataDir, application, 2)
  const acknowledged = scheduled?.attempts.filter(({ status }) => status === 204)
  expect(acknowledged).toMatchObject([{ round: 1 }, { round: 2 }])
})

test.concurrent('replay sends what happened since again, of the types that the endpoint takes', async () => {
  const receiver = await receiving()
  const application = await applicationWith(dataDir, receiver, {}, ...oneType)
  const earlier = await completeJob(application)
  await receiver.arrived(1)
  const since = new Date().toISOString()
  const later = [await completeJob(application), await completeJob(application)].map(({ id }) => id)
  await receiver.arrived(3)
  await recorded(dataDir, application, 3)
  expect(await replay(dataDir, application, since)).toMatchObject({ scheduled: 2 })
  await receiver.arrived(5)
  const jobs = receiver.deliveries.map(({ event }) => event.data.object.id)
  expect(jobs.slice(3).sort()).toEqual(later.sort())
  expect(jobs.filter((id) => id === earlier.id)).toHaveLength(1)
  expect(await replay(dataDir, application, new Date().toISOString())).toMatchObject({ scheduled: 0 })
  expect(await deliveriesOf(dataDir, application)).toHaveLength(3)
})
