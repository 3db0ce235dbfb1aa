import { randomUUID } from 'node:crypto'
import { amlDisposition } from '@nani/contract'
import { dayMs, rfc3339 } from '@nani/foundation/core/index.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import { actsOf } from '../../../testing/acts-of.ts'
import { type MonitoredWorld, startMonitoredWorld } from '../../../testing/monitored-world.ts'
import { listDispositions } from './dispositions.ts'
import { setDisposition, showDisposition } from './operator-dispositions.ts'

const auditor = { kind: 'operator', name: 'beni', roles: ['auditor'] } as const

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

const row = (reference: string, name: string, listedOn = '2024-05-01') =>
  `${reference},individual,${name},,COD,${listedOn},`
const unrelated = row('N.0', 'Person Altogether Different')
const reason = 'Born in another year.'

const addressOf = (screeningId: string, position = 0) =>
  `/v1/aml/screenings/${screeningId}/hits/${position}/disposition`
const decide = (
  application: Application,
  target: string,
  disposition: unknown = 'false_positive',
  more: Record<string, unknown> = {},
) => world.call(application, { target, body: { disposition, reason, ...more } })

/** An application with a monitored subject and one hit. */
const begin = async (name: string, reference: string) => {
  const application = world.newApplication()
  await world.publish('national', [unrelated, row(reference, name)])
  const screening = await world.monitor(application, { full_name: name })
  expect(screening.hits).toHaveLength(1)
  return { application, screening, target: addressOf(screening.id) }
}

describe('a decision', () => {
  test('is returned on every screening of the subject, until there is another', async () => {
    const { application, screening, target } = await begin('Wambozu Ilondo Kapesa', 'D.1')
    const none = await world.get(application, target)
    expect([none.status, none.json.error]).toEqual([404, 'not_found'])
    const first = await decide(application, target, 'false_positive', { officer: 'officer-7' })
    expect(first.status).toBe(200)
    expect(Compile(amlDisposition).Errors(first.json)).toEqual([])
    expect(first.json).toMatchObject({
      screening_id: screening.id,
      position: 0,
      disposition: 'false_positive',
      reason,
      officer: 'officer-7',
    })
    expect((await world.get(application, target)).json).toEqual(first.json)
    const again = await world.screen(application, { full_name: 'WAMBOZU Ilondo  Kapesa' })
    expect((await world.get(application, addressOf(again.id))).json).toEqual(first.json)
    const second = await decide(application, addressOf(again.id), 'true_match')
    expect((await world.get(application, target)).json).toEqual(second.json)
    expect(await listDispositions(world.pool, application.applicationId)).toMatchObject([
      { disposition: 'true_match', screening_id: again.id },
      { disposition: 'false_positive', screening_id: screening.id },
    ])
  })

  test('has the time of the test clock of its application', async () => {
    const { application, target } = await begin('Nkanga Mbemba Lutete', 'D.9')
    const clockAheadMs = 400 * dayMs
    await world.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at, test_clock_ms)
       values ($1, 'org', 'Shop', 'sandbox', '{}', '{}', '{}', 100, $2, $3)`,
      [application.applicationId, new Date(world.clock.now()), clockAheadMs],
    )

    const decided = await decide(application, target)

    expect(decided.json.decided_at).toBe(rfc3339(world.clock.now() + clockAheadMs))
    expect((await world.get(application, target)).json).toEqual(decided.json)
  })

  test('about an unknown hit or another application’s hit gets the same answer', async () => {
    const { application, screening, target } = await begin('Humba Lokole Matondo', 'D.2')
    const stranger = world.newApplication()
    const answers = [
      await decide(stranger, target),
      await decide(application, addressOf(screening.id, 1)),
      await decide(application, addressOf('aml_01KJQCCTY0B1F2GR7V5Q0WDX9N')),
      await world.get(stranger, target),
    ]
    for (const { status, json } of answers) {
      expect(status).toBe(404)
      expect({ ...json, request_id: '' }).toEqual({ ...answers[0]?.json, request_id: '' })
    }
  })

  test('without a reason or with an unknown value is refused', async () => {
    const { application, target } = await begin('Esombe Dikete Fuamba', 'D.3')
    const fields = [
      await decide(application, target, 'perhaps'),
      await decide(application, target, undefined, { disposition: 'true_match', reason: null }),
      await decide(application, target, 'true_match', { reason: 'x'.repeat(2_001) }),
    ].map(({ status, json }) => [status, json.error, json.field])
    expect(fields).toEqual([
      [400, 'invalid_request', 'disposition'],
      [400, 'invalid_request', 'reason'],
      [400, 'invalid_request', 'reason'],
    ])
  })

  test('with a repeated idempotency key is stored once', async () => {
    const { application, target } = await begin('Celoka Gizenga Ambeyi', 'D.4')
    const call = { target, body: { disposition: 'true_match', reason }, idempotencyKey: randomUUID() }
    const [first, again] = [await world.call(application, call), await world.call(application, call)]
    expect(again.json).toEqual(first.json)
    expect(await world.count('aml_dispositions', application)).toBe(1)
  })

  test('stores reason, officer and subject encrypted', async () => {
    const { application, target } = await begin('Bokungu Wambozu Celoka', 'D.5')
    await decide(application, target, 'false_positive', { officer: 'officer-7' })
    const { rows } = await world.pool.query('select * from aml_dispositions where application_id = $1', [
      application.applicationId,
    ])
    const plain = JSON.stringify(rows, (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    for (const secret of [reason, 'officer-7', 'Bokungu', 'D.5']) expect(plain).not.toContain(secret)
  })

  test('is audited with its screening', async () => {
    const { application, screening, target } = await begin('Matondo Kapesa Esombe', 'D.6')
    await decide(application, target)
    await world.get(application, target)
    const entries = await world.audited(application, "path like '%/disposition'")
    expect(entries).toMatchObject([
      { method: 'POST', read_ids: [screening.id], http_status: 200 },
      { method: 'GET', read_ids: [screening.id], http_status: 200 },
    ])
  })
})

test('a decision by an operator is an act, whose entry does not contain the reason', async () => {
  const { application, screening } = await begin('Operata Mbele Kasongo', 'D.9')
  const { applicationId } = application
  const hit = { application_id: applicationId, screening_id: screening.id, position: '0' }
  const input = { ...hit, disposition: 'false_positive', reason } as const
  const platform = { ...world.dependencies, pool: world.pool, secrets: world.secrets }
  const supervisor = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const
  expect(await setDisposition(supervisor, input, platform)).toMatchObject({ disposition: 'false_positive' })
  await expect(setDisposition({ ...supervisor, roles: ['auditor'] }, input, platform)).rejects.toMatchObject({
    code: 'not_permitted',
  })
  const acts = await actsOf(world.pool, applicationId, 10)
  expect(acts).toMatchObject([
    { action: 'dispositions.set', actor: 'amina', after: { screening_id: screening.id, position: 0 } },
  ])
  expect(JSON.stringify(acts)).not.toContain(reason)
})

describe('a false positive', () => {
  test('has no effect in monitoring, until its entry changes', async () => {
    const name = 'Tshilombo Fuamba Dikete'
    const { application, target } = await begin(name, 'D.7')
    await decide(application, target)
    const pep = `P.7,individual,${name},,COD,Ministre|COD|2020-01-01`
    await world.publish('national_pep', [
      `P.0,individual,Unlisted Example Person,,COD,Ministre|COD|2020-01-01`,
      pep,
    ])
    await world.cycle()
    const [first] = await world.alerts(application)
    expect(first).toMatchObject({
      reason: 'new_hit',
      previous_risk_level: 'low',
      risk_level: 'medium',
      hits: [{ category: 'pep' }],
    })
    await world.publish('national', [unrelated, row('D.7', name, '2025-09-09')])
    await world.cycle()
    const [, second, ...more] = await world.alerts(application)
    expect(more).toEqual([])
    expect(second).toMatchObject({ reason: 'new_hit', previous_risk_level: 'medium', risk_level: 'high' })
    expect(second?.hits).toHaveLength(2)
  })

  test('whose entry leaves the list has no effect', async () => {
    const { application, target } = await begin('Ngandu Ilondo Humba', 'D.8')
    await decide(application, target)
    await world.publish('national', [unrelated])
    await world.cycle()
    expect(await world.alerts(application)).toEqual([])
  })

  test('applies to its application and subject only', async () => {
    const name = 'Lokole Tshilombo Gizenga'
    const { application, target } = await begin(name, 'D.9')
    const other = world.newApplication()
    await world.monitor(other, { full_name: name })
    await world.monitor(application, { full_name: name, date_of_birth: '1970-01-01' })
    await decide(application, target)
    await world.publish('national', [unrelated])
    await world.cycle()
    expect(await world.alerts(other)).toMatchObject([{ reason: 'risk_level_changed' }])
    expect(await world.alerts(application)).toMatchObject([{ reason: 'risk_level_changed' }])
  })

  test('does not hide the hit from a call', async () => {
    const name = 'Ambeyi Matondo Ngandu'
    const { application, target, screening } = await begin(name, 'D.10')
    await decide(application, target)
    const again = await world.screen(application, { full_name: name })
    expect([again.risk_level, again.hits.length]).toEqual([screening.risk_level, 1])
  })
})

test('an operator who reads a decision leaves an entry in both logs, and a stranger’s hit is not read', async () => {
  const { application, screening } = await begin('Lisanga Mvula Tshika', 'D.10')
  const needs = { ...world.dependencies, pool: world.pool, secrets: world.secrets }
  const hit = { application_id: application.applicationId, screening_id: screening.id, position: '0' }
  await decide(application, addressOf(screening.id))
  expect(await showDisposition(auditor, hit, needs)).toMatchObject({ reason })
  const acts = await actsOf(world.pool, application.applicationId, 10)
  expect(acts).toMatchObject([{ action: 'dispositions.show', actor: 'beni' }])
  expect(await world.audited(application, "path = 'dispositions show'")).toMatchObject([
    { method: 'CLI', read_ids: [screening.id], http_status: 200 },
  ])
  const stranger = { ...hit, application_id: world.newApplication().applicationId }
  await expect(showDisposition(auditor, stranger, needs)).rejects.toMatchObject({ code: 'hit_not_found' })
})
