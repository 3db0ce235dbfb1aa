import { randomUUID } from 'node:crypto'
import { amlDisposition } from '@nani/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toldResults } from '../../delivery/index.ts'
import type { Answer, Application } from '../../gateway/index.ts'
import { listDispositions } from './dispositions.ts'
import { type MonitoredWorld, startMonitoredWorld } from './testing/monitored-world.ts'

let world: MonitoredWorld
beforeAll(async () => {
  world = await startMonitoredWorld()
})
afterAll(() => world.stop())

const row = (reference: string, name: string, listedOn = '2024-05-01') =>
  `${reference},individual,${name},,COD,${listedOn},`
const anybody = row('N.0', 'Somebody Altogether Different')
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
  await world.publish('national', [anybody, row(reference, name)])
  const screening = await world.monitor(application, { full_name: name })
  expect(screening.hits).toHaveLength(1)
  return { application, screening, target: addressOf(screening.id) }
}

describe('a decision', () => {
  test('is told again, on every screening of the subject, until there is another', async () => {
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

  test('on what is not there, and on what is another’s, answers alike', async () => {
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

  test('is refused without a reason, or in another word', async () => {
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

  test('under one idempotency key is one', async () => {
    const { application, target } = await begin('Celoka Gizenga Ambeyi', 'D.4')
    const call = { target, body: { disposition: 'true_match', reason }, idempotencyKey: randomUUID() }
    const [first, again] = [await world.call(application, call), await world.call(application, call)]
    expect(again.json).toEqual(first.json)
    expect(await world.count('aml_dispositions', application)).toBe(1)
  })

  test('keeps neither reason, officer nor subject in the clear', async () => {
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

  test('is audited with the screening that it is about', async () => {
    const { application, screening, target } = await begin('Matondo Kapesa Esombe', 'D.6')
    await decide(application, target)
    await world.get(application, target)
    const about = world.outcomes
      .filter(({ visit }) => visit.application?.applicationId === application.applicationId)
      .map(({ visit, answer }) => toldResults(visit.request.params, (answer as Answer).body))
    expect(about.slice(-2)).toEqual([[screening.id], [screening.id]])
  })
})

describe('a false positive', () => {
  test('counts for nothing in monitoring, until its entry changes', async () => {
    const name = 'Tshilombo Fuamba Dikete'
    const { application, target } = await begin(name, 'D.7')
    await decide(application, target)
    const pep = `P.7,individual,${name},,COD,Ministre|COD|2020-01-01`
    await world.publish('national_pep', [
      `P.0,individual,Nobody In Particular,,COD,Ministre|COD|2020-01-01`,
      pep,
    ])
    await world.round()
    const [first] = await world.alerts(application)
    expect(first).toMatchObject({
      reason: 'new_hit',
      previous_risk_level: 'low',
      risk_level: 'medium',
      hits: [{ category: 'pep' }],
    })
    await world.publish('national', [anybody, row('D.7', name, '2025-09-09')])
    await world.round()
    const [, second, ...more] = await world.alerts(application)
    expect(more).toEqual([])
    expect(second).toMatchObject({ reason: 'new_hit', previous_risk_level: 'medium', risk_level: 'high' })
    expect(second?.hits).toHaveLength(2)
  })

  test('that leaves its list changes nothing', async () => {
    const { application, target } = await begin('Ngandu Ilondo Humba', 'D.8')
    await decide(application, target)
    await world.publish('national', [anybody])
    await world.round()
    expect(await world.alerts(application)).toEqual([])
  })

  test('is one for the application that said so alone, and for this subject', async () => {
    const name = 'Lokole Tshilombo Gizenga'
    const { application, target } = await begin(name, 'D.9')
    const other = world.newApplication()
    await world.monitor(other, { full_name: name })
    await world.monitor(application, { full_name: name, date_of_birth: '1970-01-01' })
    await decide(application, target)
    await world.publish('national', [anybody])
    await world.round()
    expect(await world.alerts(other)).toMatchObject([{ reason: 'risk_level_changed' }])
    expect(await world.alerts(application)).toMatchObject([{ reason: 'risk_level_changed' }])
  })

  test('hides nothing from a call', async () => {
    const name = 'Ambeyi Matondo Ngandu'
    const { application, target, screening } = await begin(name, 'D.10')
    await decide(application, target)
    const again = await world.screen(application, { full_name: name })
    expect([again.risk_level, again.hits.length]).toEqual([screening.risk_level, 1])
  })
})
