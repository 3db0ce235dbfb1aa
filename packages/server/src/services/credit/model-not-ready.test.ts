import { createHash } from 'node:crypto'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { acceptGeneratedModel, activateModel, createScorecards } from '../../risk/scorecard/index.ts'
import { testApplication } from '../../testing/application.ts'
import { noon } from '../../testing/modes.ts'
import { openWallet } from '../../testing/open-wallet.ts'
import { request, startCredit } from './credit-world.fixture.ts'

let world: Awaited<ReturnType<typeof startCredit>>
beforeAll(async () => {
  world = await startCredit({ environment: 'production' })
  await world.scorecards.storeShipped(new Date(noon))
})
afterAll(() => world.stop())
beforeEach(async () => {
  world.facts.records = { telecom: { sim_age_months: 80, number_changes_24m: 0 } }
  // Without a reason, the generated model is active and not accepted.
  await activate(shippedModel.version)
})

const operatorNamed = (name: string): Actor => ({ kind: 'operator', name, roles: ['supervisor'] })
const activation = () => ({ pool: world.database.pool, clock: world.clock, oneAccountMayBeTwo: false })
const activate = async (model: ScorecardModel | string) => {
  for (const name of ['amina', 'jean'])
    await activateModel(operatorNamed(name), { model, role: 'active' }, activation())
  await world.scorecards.refresh()
}
const accept = (name: string, reason = 'a pilot with 200 loans of our own staff') =>
  acceptGeneratedModel(operatorNamed(name), { reason }, activation())
const accepted = async () => {
  await accept('amina')
  await accept('jean')
  await world.scorecards.refresh()
}
const generated = () => structuredClone(shippedModel) as unknown as ScorecardModel
const ownModel = (): ScorecardModel => {
  const model = generated()
  return { ...model, version: 'own-1', trained_on: { ...model.trained_on, generated: false } }
}

const certificate = Buffer.from('trusted certificate')
const thumbprints = new Set([createHash('sha256').update(certificate).digest('hex')])
const headers = { 'client-cert': `:${certificate.toString('base64')}:` }

const newLender = async () => {
  const application = testApplication({ environment: 'production', thumbprints })
  const { organizationId } = application
  const { newId } = world.dependencies
  await openWallet(world.database.pool, { organizationId, paid: 10_000_000 }, { newId, nowMs: noon })
  world.admitApplication(application)
  const { consent_id } = await world.grantConsent(application)
  const consent = { method: 'svc_app', consent_id }
  return {
    application,
    consent,
    call: (changes: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
      world.call(application, request({ consent, ...changes }), { headers, ...more }),
  }
}
const batchOf = (consent: unknown) => {
  const { purpose, product, identifier } = request()
  const item = { identifier, consent }
  return { purpose, product, items: ['r0', 'r1'].map((reference) => ({ ...item, reference })) }
}
const batches = '/v1/credit/scores/batches'

/** Nothing was computed, stored or paid, and nothing is held. */
const expectUntouched = async (application: Application) => {
  for (const table of ['credit_score_records', 'credit_consent_uses', 'results', 'call_charges'])
    expect(await world.count(table, application), table).toBe(0)
  const { rows } = await world.database.pool.query(
    `select coalesce(sum(balance), 0)::bigint as left,
       (select coalesce(sum(held), 0)::bigint from billing_allowances where organization_id = $1) as held,
       (select coalesce(sum(available), 0)::bigint from billing_allowances where organization_id = $1) as available
     from ledger_balances where organization_id = $1 and account = 'wallet'`,
    [application.organizationId],
  )
  expect(Number(rows[0].left) + Number(rows[0].available)).toBe(10_000_000)
  expect(Number(rows[0].held)).toBe(0)
}

test('a single call is model_not_ready with a generated model, and is free', async () => {
  const { application, call } = await newLender()
  const { status, json } = await call()
  expect([status, json.error]).toEqual([503, 'model_not_ready'])
  await expectUntouched(application)
  expect(await world.audited(application, 'http_status is not null')).toMatchObject([
    { http_status: 503, error_code: 'model_not_ready', result_id: null },
  ])
})

test('an accepted job fails with model_not_ready, and is free', async () => {
  const { application, call } = await newLender()
  const { status, json } = await call({}, { prefer: 'respond-async' })
  expect(status).toBe(202)
  await world.runJobs()
  const job = await world.call(application, undefined, {
    ...{ headers, method: 'GET', target: `/v1/jobs/${json.id}` },
  })
  expect(job.json).toMatchObject({ status: 'failed', error: { error: 'model_not_ready' } })
  await expectUntouched(application)
})

test.each([{}, { prefer: 'respond-async' }])('each item of a batch (%j) fails and is free', async (mode) => {
  const { application, consent } = await newLender()
  const sent = await world.call(application, batchOf(consent), { headers, target: batches, ...mode })
  await world.runChunks()
  const { json } =
    'prefer' in mode
      ? await world.call(application, undefined, {
          ...{ headers, method: 'GET', target: `/v1/batches/${sent.json.id}/results` },
        })
      : sent
  const items = json.data as { status: string; error: { code: string } }[]
  expect(items.map(({ status, error }) => [status, error.code])).toEqual([
    ['failed', 'model_not_ready'],
    ['failed', 'model_not_ready'],
  ])
  await expectUntouched(application)
})

test('without a consent the answer is consent_required, whether or not a model is ready', async () => {
  const { call } = await newLender()
  const unasked = { consent: { method: 'svc_app', consent_id: 'cns_unknown' } }
  expect((await call(unasked)).json.error).toBe('consent_required')
  await accepted()
  expect((await call(unasked)).json.error).toBe('consent_required')
})

test('two people accept the generated model, with a reason that the acts keep; then it scores', async () => {
  const { call } = await newLender()
  expect(await accept('amina')).toMatchObject({ version: shippedModel.version, status: 'proposed' })
  expect(await accept('Amina ')).toMatchObject({ status: 'proposed' })
  await world.scorecards.refresh()
  expect((await call()).json.error).toBe('model_not_ready')

  expect(await accept('jean', 'agreed for the pilot')).toMatchObject({ status: 'effective' })
  // A second process and one that starts later read the same decision.
  const other = createScorecards(world.database.pool)
  expect(other.current().isReady).toBe(false)
  await other.refresh()
  expect(other.current().isReady).toBe(true)
  await world.scorecards.refresh()
  const { status, json } = await call()
  expect([status, json.object]).toEqual([200, 'credit_score'])
  const { rows } = await world.database.pool.query(
    `select actor, after ->> 'reason' as reason from acts
     where action = 'credit_models.accept_generated' and actor = 'jean' and after ->> 'reason' <> $1`,
    ['a pilot with 200 loans of our own staff'],
  )
  expect(rows).toEqual([{ actor: 'jean', reason: 'agreed for the pilot' }])
})

test('a plain activation neither confirms an acceptance nor is confirmed by one', async () => {
  await accept('amina')
  const { version } = shippedModel
  const plain = { model: version, role: 'active' } as const
  expect(await activateModel(operatorNamed('jean'), plain, activation())).toMatchObject({
    status: 'proposed',
  })
  expect(await accept('amani')).toMatchObject({ status: 'effective' })
})

test('an acceptance needs a reason and the role supervisor', async () => {
  await expect(accept('amina', '  ')).rejects.toMatchObject({ code: 'reason_required' })
  const reviewer: Actor = { kind: 'operator', name: 'amani', roles: ['reviewer'] }
  await expect(acceptGeneratedModel(reviewer, { reason: 'x' }, activation())).rejects.toMatchObject({
    code: 'not_permitted',
  })
})

test('a model of own outcomes scores at once; another generated model does not', async () => {
  const { call } = await newLender()
  await activate(ownModel())
  expect((await call()).status).toBe(200)
  await activate({ ...generated(), version: 'generated-other' })
  expect((await call()).json.error).toBe('model_not_ready')
})

test('a file that does not say how it was trained counts as generated', async () => {
  const { call } = await newLender()
  const { generated: _unsaid, ...trained_on } = ownModel().trained_on
  await activate({ ...ownModel(), version: 'unsaid', trained_on: trained_on as ScorecardModel['trained_on'] })
  expect((await call()).json.error).toBe('model_not_ready')
})
