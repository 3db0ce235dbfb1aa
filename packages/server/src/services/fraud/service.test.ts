import { createSecretKey, randomBytes } from 'node:crypto'
import { fraudReport } from '@nani/contract'
import { manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import Schema from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performChunk } from '../../calls/calls/index.ts'
import { createCaseVaults } from '../../risk/fraud-network/index.ts'
import { testApplication } from '../../testing/application.ts'
import { type Modes, noon, startModes } from '../../testing/modes.ts'
import { createCaseNumbers, reservedCaseNumber } from './case-numbers.ts'
import { findOwnCase, reportOfCase } from './case-row.ts'
import { createFraudReporting } from './service.ts'

const path = '/v1/fraud/reports'
const vaults = createCaseVaults(
  createVault(randomBytes(32), 'fraud-case-keys', systemRandom()),
  systemRandom(),
)
const fetched: string[] = []
let isAway = true

let modes: Modes
beforeAll(async () => {
  modes = await startModes({
    service: (pool) =>
      createFraudReporting({
        pool,
        clock: manualClock(noon),
        vaults,
        numbers: createCaseNumbers(pool),
        partyKey: createSecretKey(randomBytes(32)),
        reportsPerSubject: 100,
        async fetchEvidence(url, field) {
          fetched.push(url)
          if (url.includes('away') && isAway)
            throw new Refusal('image_unreachable', { field }, { detail: 'away', retriedForMs: 15 * 60_000 })
          if (url.includes('gone'))
            throw new Refusal('image_unreachable', { field, reason: 'answer_refused' })
          return Buffer.from('a,b\n1,2\n')
        },
      }),
  })
})
afterAll(async () => {
  await modes.stop()
})

const newApplication = (changes = {}) => modes.admitApplication(testApplication(changes))
const report = (changes: Record<string, unknown> = {}) => ({
  type: 'sim_swap',
  subject: { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, full_name: 'Kabeya Ilunga' },
  description: 'The number of Kabeya Ilunga stopped working.',
  ...changes,
})
const send = (body: unknown, application = newApplication(), more = {}) =>
  modes.call(application, { target: path, body, ...more })
const csv = (text: string) => ({
  type: 'transaction_log',
  file: { data: Buffer.from(text).toString('base64') },
  description: 'The transfers',
})

describe('a report', () => {
  test('opens a case, and holds no personal data', async () => {
    const { status, json } = await send(report({ reporter_reference: 'incident-1' }))
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: 'fraud_report',
      livemode: false,
      status: 'received',
      type: 'sim_swap',
      subject: { type: 'individual', role: 'victim', country: 'COD' },
      victims: [],
      reporter_reference: 'incident-1',
    })
    expect(json.id).toMatch(/^frd_/)
    expect(json.case_number).toMatch(/^RDC-FRD-2026-\d{6}$/)
    expect(JSON.stringify(json)).not.toMatch(/Kabeya|0000-0001/)
    expect(Schema.Compile(fraudReport).Check(json)).toBe(true)
  })

  test('without a subject and without a purpose is accepted, free, and audited for fraud prevention', async () => {
    const application = newApplication({ purposes: new Set() })
    const { status, json } = await send({ type: 'other', description: 'x' }, application)
    expect([status, json.subject]).toEqual([200, null])
    expect(await modes.count('call_charges', application)).toBe(0)
    expect(await modes.count('audit_entries', application, "purpose = 'fraud_prevention'")).toBe(1)
  })

  test('ignores the role of a victim, whatever it is', async () => {
    const { status, json } = await send(report({ victims: [{ full_name: 'Ilunga', role: 'witness' }] }))
    expect([status, json.victims]).toEqual([200, [{ type: 'individual', country: 'COD', anonymous: false }]])
  })

  test.each(['\0', '\ud800'])(
    'with %j in a text is never a fault of the server, and harms no other report',
    async (bad) => {
      const application = newApplication()
      const text = `Kivu ${bad}`
      const hostile = [
        { description: text },
        { reporter_reference: text },
        { subject: { full_name: text } },
        { subject: { business: { name: text, registration_number: text } } },
        { victims: [{ full_name: text }] },
        { location: { city: text } },
        { location: { province: text } },
        { evidence: [{ ...csv('a,b\n1,2\n'), description: text }] },
      ]
      const sent = hostile.flatMap((changes) => [
        send(report(changes), application),
        send(report(), application),
      ])
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses.filter((_status, index) => index % 2 === 1)).toEqual(hostile.map(() => 200))
      expect(statuses.filter((status) => status !== 200)).toEqual([400])
    },
  )

  test('with a purpose that is not approved is refused', async () => {
    const application = newApplication({ purposes: new Set(['fraud_prevention']) })
    expect((await send(report({ purpose: 'customer_onboarding' }), application)).json.error).toBe(
      'purpose_not_approved',
    )
    expect((await send(report({ purpose: 'fraud_prevention' }), application)).status).toBe(200)
  })

  test('is sealed under the key of its case', async () => {
    const application = newApplication()
    const { json } = await send(report({ evidence: [csv('date,amount\n2026-01-01,5\n')] }), application)
    const found = await findOwnCase(modes.database.pool, application.applicationId, String(json.id))
    expect(found && reportOfCase(found, vaults)?.subject?.fullName).toBe('Kabeya Ilunga')
    const { rows } = await modes.database.pool.query<{ row: string }>(
      `select row_to_json(c)::text || coalesce(row_to_json(e)::text, '') as row
       from fraud_cases c left join fraud_evidence e using (application_id, case_id) where c.case_id = $1`,
      [json.id],
    )
    expect(rows[0]?.row).not.toMatch(/Kabeya|stopped working|The transfers/)
    await modes.database.pool.query('delete from fraud_case_keys where case_id = $1', [json.id])
    const erased = await findOwnCase(modes.database.pool, application.applicationId, String(json.id))
    expect(erased && reportOfCase(erased, vaults)).toBeNull()
  })

  test('is read by its application as its case is now, and by no other', async () => {
    const application = newApplication()
    const { json } = await send(report(), application)
    await modes.database.pool.query(`update fraud_cases set status = 'under_review' where case_id = $1`, [
      json.id,
    ])
    expect((await modes.get(application, `${path}/${json.id}`)).json).toEqual({
      ...json,
      status: 'under_review',
    })
    expect((await modes.get(newApplication(), `${path}/${json.id}`)).status).toBe(404)
  })

  test('that is sent again with its key gets the first response, also when the case has moved on', async () => {
    const application = newApplication()
    const once = { idempotencyKey: '4f9d1f7e-55a0-4f5e-9b2c-6d0b8f0d7a11' }
    const first = await send(report(), application, once)
    await modes.database.pool.query(`update fraud_cases set status = 'dismissed' where case_id = $1`, [
      first.json.id,
    ])
    expect((await send(report(), application, once)).json).toEqual(first.json)
    expect(await modes.count('fraud_cases', application)).toBe(1)
  })
})

describe('evidence', () => {
  test('is accepted by data and by address, which is fetched once', async () => {
    const application = newApplication()
    fetched.length = 0
    const byUrl = { ...csv(''), file: { url: 'https://files.test/log.csv' } }
    expect((await send(report({ evidence: [csv('a,b\n'), byUrl] }), application)).status).toBe(200)
    expect(fetched).toEqual(['https://files.test/log.csv'])
    expect(await modes.count('fraud_evidence', application, "format = 'csv'")).toBe(2)
  })

  test.each([
    ['a file that its type does not allow', { ...csv('a,b\n'), type: 'image' }, 'evidence[1].file'],
    ['a page for browsers', csv('<html><script>'), 'evidence[1].file'],
    ['what is no base64', { ...csv(''), file: { data: 'a*b=' } }, 'evidence[1].file.data'],
    ['neither data nor address', { ...csv(''), file: {} }, 'evidence[1].file'],
  ])('%s is refused with its field, and nothing is stored', async (_, wrong, field) => {
    const application = newApplication()
    const { status, json } = await send(report({ evidence: [csv('a,b\n'), wrong] }), application)
    expect([status, json.error, json.field]).toEqual([400, 'invalid_request', field])
    for (const table of ['fraud_cases', 'fraud_evidence', 'fraud_case_keys', 'results'])
      expect(await modes.count(table, application)).toBe(0)
  })

  test('that cannot be fetched is 422', async () => {
    const gone = { ...csv(''), file: { url: 'https://files.test/gone' } }
    const { status, json } = await send(report({ evidence: [gone] }))
    expect([status, json.error, json.field]).toEqual([422, 'image_unreachable', 'evidence[0].file.url'])
  })
})

describe('a batch', () => {
  const items = [
    { reference: 'a', ...report({ reporter_reference: 'r-a' }) },
    { reference: 'b', ...report({ subject: {} }) },
    { reference: 'c', ...report({ subject: { identifier: { type: 'svc_id', value: 'x' } } }) },
    { reference: 'd', ...report({ evidence: [csv('<html>')] }) },
    { reference: 'e', ...report() },
  ]
  type Listed = {
    data: { reference: string; status: string; result?: Record<string, unknown>; error?: object }[]
  }

  test('fails the items with wrong parties or evidence alone', async () => {
    const application = newApplication()
    const { status, json } = await modes.call(application, { target: `${path}/batches`, body: { items } })
    expect(status).toBe(200)
    const { data } = json as unknown as Listed
    expect(data.map((item) => item.status)).toEqual(['succeeded', 'failed', 'failed', 'failed', 'succeeded'])
    expect(data[0]?.result?.reporter_reference).toBe('r-a')
    expect(data.slice(1, 4).map((item) => item.error)).toMatchObject([
      { code: 'invalid_request', field: 'subject' },
      { code: 'invalid_identifier', field: 'subject.identifier.value' },
      { code: 'invalid_request', field: 'evidence[0].file' },
    ])
    expect(await modes.count('fraud_cases', application)).toBe(2)
  })

  /** The numbers of the cases, in the order of the items. */
  const numbersOf = ({ data }: Listed): number[] =>
    data.flatMap(({ result }) => (result ? [Number(String(result.case_number).split('-').at(-1))] : []))
  const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

  test('has case numbers in the order of its items, in both modes', async () => {
    const application = newApplication()
    const many = Array.from({ length: 40 }, (_, at) => ({ ...report(), reference: `r ${at}` }))
    const call = { target: `${path}/batches`, body: { items: many } }
    const { json } = await modes.call(application, call)
    const numbers = numbersOf(json as unknown as Listed)
    expect(numbers).toHaveLength(40)
    expect(numbers).toEqual(inOrder(numbers))
    const accepted = await modes.call(application, { ...call, prefer: 'respond-async' })
    // Chunks of a batch are performed in any order.
    for (const task of modes.tasks.chunks.splice(0))
      for (const from of [20, 0]) await performChunk({ ...task, from, to: from + 20 }, modes.dependencies)
    const listed = await modes.get(application, `/v1/batches/${accepted.json.id}/results`)
    const later = numbersOf(listed.json as unknown as Listed)
    expect(later).toHaveLength(40)
    expect(later).toEqual(inOrder(later))
    expect(later[0]).toBeGreaterThan(numbers.at(-1) as number)
  })

  test('that is asynchronous opens the same cases, each with a number of its own', async () => {
    const application = newApplication()
    const accepted = await modes.call(application, {
      target: `${path}/batches`,
      body: { items },
      prefer: 'respond-async',
    })
    expect(accepted.status).toBe(202)
    await modes.runChunks()
    const { json } = await modes.get(application, `/v1/batches/${accepted.json.id}/results`)
    const { data } = json as unknown as Listed
    expect(data.map((item) => item.status)).toEqual(['succeeded', 'failed', 'failed', 'failed', 'succeeded'])
    const numbers = data.flatMap(({ result }) => (result ? [String(result.case_number)] : []))
    expect(new Set(numbers).size).toBe(2)
  })
})

describe('an address that does not respond now', () => {
  const away = { ...csv(''), file: { url: 'https://files.test/away' } }
  const body = report({ evidence: [away] })
  const asJob = async (application: ReturnType<typeof newApplication>) => {
    const { json } = await send(body, application, { prefer: 'respond-async' })
    return async () => (await modes.get(application, `/v1/jobs/${json.id}`)).json
  }

  test('is 422 for a synchronous call, at once', async () => {
    isAway = true
    expect((await send(body)).json.error).toBe('image_unreachable')
  })

  test('is tried again for a job until it responds', async () => {
    isAway = true
    const job = await asJob(newApplication())
    for (let round = 0; round < 6; round++) await modes.runJobs()
    expect((await job()).status).toBe('pending')
    isAway = false
    await modes.runJobs()
    expect((await job()).status).toBe('completed')
  })

  test('fails the job 15 minutes after it was accepted', async () => {
    isAway = true
    const job = await asJob(newApplication())
    await modes.pass(15 * 60_000 - 1)
    await modes.runJobs()
    expect((await job()).status).toBe('pending')
    await modes.pass(1)
    await modes.runJobs()
    expect(await job()).toMatchObject({ status: 'failed', error: { error: 'image_unreachable' } })
  })

  test('delays its own item of a batch only', async () => {
    isAway = true
    const application = newApplication()
    const batchItems = [
      { reference: 'a', ...body },
      { reference: 'b', ...report() },
    ]
    const options = { target: `${path}/batches`, body: { items: batchItems }, prefer: 'respond-async' }
    const { json } = await modes.call(application, options)
    const batch = async () => (await modes.get(application, `/v1/batches/${json.id}`)).json
    for (let round = 0; round < 6; round++) await modes.runChunks()
    expect(await batch()).toMatchObject({ status: 'pending', processed_items: 1 })
    isAway = false
    await modes.runChunks()
    expect(await batch()).toMatchObject({ status: 'completed', succeeded_items: 2 })
  })
})

describe('the legacy alias', () => {
  const alias = '/v1/fraud/usurpation-reports'
  test('reports an identity usurpation, with and without its type', async () => {
    const { type: _, ...untyped } = report()
    for (const body of [untyped, report({ type: 'identity_usurpation' })]) {
      const { status, json } = await send(body, newApplication(), { target: alias })
      expect([status, json.type]).toEqual([200, 'identity_usurpation'])
    }
    expect((await send(report({ type: 'phishing' }), newApplication(), { target: alias })).json.field).toBe(
      'type',
    )
  })
  test('is remembered by the case, and has single modes alone', async () => {
    const application = newApplication()
    const { type: _, ...untyped } = report()
    const { json } = await send(untyped, application, { target: alias })
    expect(
      (await findOwnCase(modes.database.pool, application.applicationId, String(json.id)))?.throughAlias,
    ).toBe(true)
    expect((await send({ items: [] }, application, { target: `${alias}/batches` })).status).toBe(404)
  })
})

test('case numbers of parallel processes never meet, and those of a year begin with 1', async () => {
  const processes = [1, 2, 3].map(() => createCaseNumbers(modes.database.pool))
  const at = Date.UTC(2031, 5, 1)
  const taken = await Promise.all(
    Array.from({ length: 450 }, (_, index) => processes[index % 3]?.take('production', at)),
  )
  expect(new Set(taken).size).toBe(450)
  expect([...taken].sort()[0]).toBe('RDC-FRD-2031-000001')
})

test('numbers that were reserved for a batch belong to the year of the reservation', async () => {
  const numbers = createCaseNumbers(modes.database.pool)
  const atMs = Date.UTC(2032, 11, 31)
  const number = await numbers.reserve('production', atMs, 10_000)
  expect(reservedCaseNumber({ number: number + 9_999, atMs }, atMs)).toBe('RDC-FRD-2032-010000')
  expect(await numbers.take('production', atMs)).toBe('RDC-FRD-2032-010001')
  expect(reservedCaseNumber({ number, atMs }, Date.UTC(2033, 0, 1))).toBeNull()
})
