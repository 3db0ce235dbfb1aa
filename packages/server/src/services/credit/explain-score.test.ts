import type { Actor } from '@nani/foundation/core/index.ts'
import { loadModel, type ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FraudRecord } from '../../risk/fraud-network/index.ts'
import { activateModel, createScorecards } from '../../risk/scorecard/index.ts'
import { testSources } from '../../testing/screening-sources.ts'
import { request, startCredit } from './credit-world.fixture.ts'
import { explainScore } from './explain-score.ts'

let world: Awaited<ReturnType<typeof startCredit>>
beforeAll(async () => {
  world = await startCredit()
})
afterAll(() => world.stop())

const operatorNamed = (name: string): Actor => ({ kind: 'operator', name, roles: ['supervisor'] })
const auditor: Actor = { kind: 'operator', name: 'dora', roles: ['auditor'] }
const suspectOnce: FraudRecord = {
  suspectIn: [
    {
      caseNumber: 'RDC-FRD-2026-000001',
      type: 'phishing',
      status: 'confirmed',
      confirmedOn: '2026-03-01',
      fullName: null,
      dateOfBirth: null,
      nationality: null,
      matchedBy: 'svc_id',
      similarity: 1,
    },
  ],
  victimOn: [],
}
const telecom = { sim_age_months: 80, number_changes_24m: 0, topup_per_month: 9 }

/** Another model: each score lies 0.2 of the log odds higher. */
const otherModel = (version: string): ScorecardModel => {
  const model = structuredClone(shippedModel) as unknown as ScorecardModel
  return { ...model, version, intercept: model.intercept + 0.2 }
}

const activation = () => ({ pool: world.database.pool, clock: world.clock, oneAccountMayBeTwo: false })

const activate = async (model: ScorecardModel | string, role: 'active' | 'challenger') => {
  for (const operator of ['amina', 'jean'])
    await activateModel(operatorNamed(operator), { model, role }, activation())
  await world.scorecards.refresh()
}

const years = 5 * 365 * 86_400_000

/** As a process does it years later: on the database alone. */
const explain = (scoreId: string, actor: Actor = auditor) => {
  const { vault, subjectKey } = world
  const clock = { ...world.clock, now: () => world.clock.now() + years }
  const { pool } = world.database
  return explainScore(actor, scoreId, { pool, clock, vault, subjectKey, scorecards: createScorecards(pool) })
}

test('a score is calculated again to the same number, years after its result and its model were replaced', async () => {
  const application = world.newApplication()
  await activate(otherModel('first'), 'active')
  await activate(otherModel('shadow'), 'challenger')
  world.facts.records = { telecom }
  world.facts.sources = testSources({ loaded: ['un'], fraudRecord: suspectOnce }).sources
  const amount = { value: 900, currency: 'USD' }
  const { json } = await world.call(application, request({ amount_requested: amount }))
  await activate(otherModel('second'), 'active')

  const explained = await explain(json.id as string)
  const model = loadModel(otherModel('first')).score({ telecom })
  expect(explained).toMatchObject({
    application_id: application.applicationId,
    environment: 'sandbox',
    model_version: 'first',
    model_score: model.score,
    data_sources: ['telecom'],
    thin_file: false,
    findings: { casesAsSuspect: 1, hasSanctionsHit: false },
    adjustments: [{ code: 'fraud_history', before: model.score, after: model.score - 150 }],
    amount_requested: amount,
    score: json.score,
    band: json.band,
    returned: { score: json.score, probability_of_default: json.probability_of_default },
    reproduced: true,
    challenger: { model_version: 'shadow', model_score: expect.any(Number), reproduced: true },
  })
  expect(explained.probability_of_default).toBeCloseTo(json.probability_of_default as number, 12)
  const sum = explained.features.reduce((total, { contribution }) => total + contribution, 0)
  expect(sum).toBeCloseTo(
    model.features.reduce((total, { contribution }) => total + contribution, 0),
    12,
  )
})

test('the record holds a pseudonym and sealed data, and the explanation names no citizen', async () => {
  const application = world.newApplication()
  world.facts.records = { telecom }
  const { json } = await world.call(application, request())
  const { rows } = await world.database.pool.query(
    'select * from credit_score_records where application_id = $1',
    [application.applicationId],
  )
  expect(rows).toHaveLength(1)
  const [row] = rows
  expect(Object.keys(row).toSorted()).toEqual(
    ['application_id', 'citizen', 'day', 'environment', 'scored_at', 'score_id', 'sealed_basis'].toSorted(),
  )
  const explained = JSON.stringify(await explain(json.id as string))
  for (const text of [JSON.stringify(row), row.sealed_basis.toString('latin1'), explained])
    expect(text).not.toMatch(/COD-|Kabeya/)
})

test('a refused call leaves no record, and the items of a batch leave one each', async () => {
  const application = world.newApplication()
  const refused = { method: 'svc_app', consent_id: 'cns_sandbox_revoked' }
  expect((await world.call(application, request({ consent: refused }))).status).toBe(403)
  const { identifier, consent, ...common } = request()
  const items = [consent, refused, consent].map((of, at) => ({
    identifier,
    consent: of,
    reference: `r${at}`,
  }))
  const answer = await world.call(application, { ...common, items }, { target: '/v1/credit/scores/batches' })
  expect(answer.status).toBe(200)
  expect(await world.count('credit_score_records', application)).toBe(2)
})

test('reading needs a role, is in the audit log, and an unknown id has a code', async () => {
  const application = world.newApplication()
  const { json } = await world.call(application, request())
  const id = json.id as string
  await explain(id)
  const { rows } = await world.database.pool.query(
    `select actor, after from acts where action = 'credit_scores.explain' and subject = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'dora', after: expect.objectContaining({ reproduced: true }) }])
  const investigator: Actor = { kind: 'operator', name: 'amani', roles: ['investigator'] }
  await expect(explain(id, investigator)).rejects.toMatchObject({ code: 'not_permitted' })
  for (const unknown of ['crs_01JB2X4T6V9X2B5D7F9H1K3M5P', 'kyc_x', ''])
    await expect(explain(unknown)).rejects.toMatchObject({ code: 'credit_score_not_found' })
})

test('a record that was moved to another score does not open', async () => {
  const application = world.newApplication()
  world.facts.records = { telecom }
  const [first, second] = [await world.call(application, request()), await world.call(application, request())]
  await world.database.pool.query(
    `update credit_score_records set sealed_basis =
       (select sealed_basis from credit_score_records where application_id = $1 and score_id = $2)
     where application_id = $1 and score_id = $3`,
    [application.applicationId, first.json.id, second.json.id],
  )
  await expect(explain(second.json.id as string)).rejects.toThrow()
})

test('another spelling of a name is not the second operator of a model', async () => {
  const model = otherModel('spelled')
  for (const operator of ['jean', ' JEAN', 'Jean'])
    expect(
      await activateModel(operatorNamed(operator), { model, role: 'challenger' }, activation()),
    ).toMatchObject({ status: 'proposed' })
})

test('another name of one account of the operating system is not the second operator of a model, except on a demo', async () => {
  const input = { model: otherModel('accounts'), role: 'challenger' } as const
  const as = (name: string, account: string) => ({ ...operatorNamed(name), account })
  await activateModel(as('amina', 'uid1'), input, activation())
  await expect(activateModel(as('jean', 'uid1'), input, activation())).rejects.toMatchObject({
    code: 'second_account_required',
  })
  expect(await activateModel(as('jean', 'uid2'), input, activation())).toMatchObject({ status: 'effective' })
  const again = { model: otherModel('accounts-demo'), role: 'challenger' } as const
  const demo = { ...activation(), oneAccountMayBeTwo: true }
  await activateModel(as('amina', 'uid1'), again, demo)
  expect(await activateModel(as('jean', 'uid1'), again, demo)).toMatchObject({ status: 'effective' })
})
