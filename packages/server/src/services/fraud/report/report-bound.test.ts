import { dayMs, Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { type Modes, noon } from '../../../testing/modes.ts'
import { startFraud } from '../fraud-modes.fixture.ts'
import { deletePastCounts } from '../retention.ts'
import { reportCounter } from './count-report.ts'

const path = '/v1/fraud/reports'

let modes: Modes
beforeAll(async () => {
  modes = await startFraud()
})
afterAll(() => modes.stop())

const newApplication = () => modes.admitApplication(testApplication())
const bySvcId = (value = 'COD-4000-0000-0001') => ({ identifier: { type: 'svc_id', value } })
const body = (subject: Record<string, unknown>, type = 'phishing') => ({ type, subject, description: 'x' })
const send = (application: Application, subject: Record<string, unknown>, more = {}) =>
  modes.call(application, { target: path, body: body(subject), ...more })
const statuses = async (application: Application, ...subjects: Record<string, unknown>[]) => {
  const found: number[] = []
  for (const subject of subjects) found.push((await send(application, subject)).status)
  return found
}

describe('one application reports one subject three times in a UTC day', () => {
  test('and the fourth report is refused until the day ends, and leaves nothing', async () => {
    const application = newApplication()
    const spellings = ['COD-4000-0000-0001', 'cod 4000 0000 0001', 'COD400000000001', 'COD-4000-0000-0001']
    expect(await statuses(application, ...spellings.map(bySvcId))).toEqual([200, 200, 200, 429])
    const { json } = await send(application, bySvcId())
    expect([json.error, json.retry_after]).toEqual(['rate_limited', 12 * 3_600])
    expect(await modes.count('fraud_cases', application)).toBe(3)
    expect(await statuses(application, bySvcId('COD-4000-0000-0002'))).toEqual([200])
    expect(await statuses(newApplication(), bySvcId())).toEqual([200])
    await modes.pass(12 * 3_600_000)
    expect(await statuses(application, bySvcId())).toEqual([200])
  })

  test.each([
    ['a number that no one has', [1, 2, 3, 4].map(() => bySvcId('COD-9999-9999-9999'))],
    [
      'a name and birth next to foreign documents',
      ['AA1111', 'BB2222', 'CC3333', 'DD4444'].map((value) => ({
        identifier: { type: 'passport', value, issuing_country: 'AGO' },
        ...{ full_name: 'Ngalula Mbuyi', date_of_birth: '1990-09-09', nationality: 'AGO' },
      })),
    ],
    ['a phone number', [1, 2, 3, 4].map(() => ({ phone_number: '+243810000077' }))],
    ['a foreign company', [1, 2, 3, 4].map(() => ({ business: { name: 'Copper Ltd', country: 'ZMB' } }))],
  ])('known by %s', async (_, subjects) => {
    expect(await statuses(newApplication(), ...subjects)).toEqual([200, 200, 200, 429])
  })

  test('and a test identity of the sandbox has no bound', async () => {
    const same = Array.from({ length: 5 }, () => bySvcId('COD-0000-0000-0001'))
    expect(await statuses(newApplication(), ...same)).toEqual([200, 200, 200, 200, 200])
  })

  test('and a subject with a name alone is no one in particular', async () => {
    const unknown = Array.from({ length: 5 }, () => ({ full_name: 'Jean' }))
    expect(await statuses(newApplication(), ...unknown)).toEqual([200, 200, 200, 200, 200])
  })

  test('and a report that is refused uses up neither of its pseudonyms', async () => {
    const application = newApplication()
    const known = { full_name: 'Ngalula Mbuyi', date_of_birth: '1990-09-09' }
    const document = { identifier: { type: 'passport', value: 'EE5555', issuing_country: 'AGO' } }
    const refused = { ...known, ...document }
    expect(await statuses(application, known, known, known, refused, refused, refused)).toEqual([
      ...[200, 200, 200, 429, 429, 429],
    ])
    expect(await statuses(application, document, document, document, document)).toEqual([200, 200, 200, 429])
  })

  test('and a repeated call with its key does not count', async () => {
    const application = newApplication()
    const idempotencyKey = '4f9d1f7e-55a0-4f5e-9b2c-6d0b8f0d7a22'
    for (let at = 0; at < 4; at++)
      expect((await send(application, bySvcId(), { idempotencyKey })).status).toBe(200)
    expect(await statuses(application, bySvcId(), bySvcId(), bySvcId())).toEqual([200, 200, 429])
  })

  test.each(['synchronous', 'asynchronous'])('and in a %s batch further items fail alone', async (mode) => {
    const application = newApplication()
    const items = [1, 2, 3, 4, 5].map((at) => ({ reference: `r ${at}`, ...body(bySvcId()) }))
    items.push({ reference: 'other', ...body(bySvcId('COD-4000-0000-0002')) })
    const prefer = mode === 'asynchronous' ? { prefer: 'respond-async' } : {}
    const sent = await modes.call(application, { target: `${path}/batches`, body: { items }, ...prefer })
    await modes.runChunks()
    const { json } = prefer.prefer
      ? await modes.get(application, `/v1/batches/${sent.json.id}/results`)
      : sent
    const data = json.data as { status: string; error?: { code: string } }[]
    expect(data.map(({ status, error }) => error?.code ?? status).toSorted()).toEqual([
      ...['rate_limited', 'rate_limited', 'succeeded', 'succeeded', 'succeeded', 'succeeded'],
    ])
    expect(data.at(-1)?.status).toBe('succeeded')
  })

  test('and a further job fails', async () => {
    const application = newApplication()
    const jobs: string[] = []
    for (let at = 0; at < 4; at++)
      jobs.push(String((await send(application, bySvcId(), { prefer: 'respond-async' })).json.id))
    await modes.runJobs()
    const ended = await Promise.all(
      jobs.map(async (id) => (await modes.get(application, `/v1/jobs/${id}`)).json),
    )
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'failed'])
    expect(ended.at(-1)?.error).toMatchObject({ error: 'rate_limited', retry_after: expect.any(Number) })
  })
})

test('of 40 reports at once on two pools exactly the allowed number is counted', async () => {
  const { applicationId } = newApplication()
  const pools = [modes.platform.pool, modes.database.pool]
  const subjectKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      reportCounter(
        pools[at % 2] as (typeof pools)[0],
        7,
      )({ applicationId, subjectKeys, nowMs: noon }).then(
        () => 'counted',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(7)
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(33)
})

test('the counts of past days are deleted', async () => {
  const { applicationId } = newApplication()
  const count = reportCounter(modes.database.pool, 3)
  for (const nowMs of [noon + 40 * dayMs, noon + 42 * dayMs])
    await count({ applicationId, subjectKeys: [Buffer.alloc(32, 3)], nowMs })
  await deletePastCounts(modes.database.pool, noon + 42 * dayMs)
  const { rows } = await modes.database.pool.query(
    'select day::text from fraud_report_counts where application_id = $1',
    [applicationId],
  )
  expect(rows).toEqual([{ day: '2026-04-26' }])
})
