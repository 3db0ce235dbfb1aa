import type { Actor } from '@nani/foundation/core/index.ts'
import type { ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { acceptGeneratedModel, activateModel, declineModel } from './decide-model.ts'
import { listModels, type ModelRole } from './model-versions.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const as = (name: string): Actor => ({
  ...{ kind: 'operator', name, account: name.toLowerCase(), roles: ['supervisor'] },
})
const needs = () => ({ pool: database.pool, clock: { now: () => Date.now() }, oneAccountMayBeTwo: false })
const version = 'own-1'
const model = { ...structuredClone(shippedModel), version } as unknown as ScorecardModel
const activate = (name: string, role: ModelRole = 'active') =>
  activateModel(as(name), { model, role }, needs())
const decline = (name: string, of = version, role: ModelRole = 'active') =>
  declineModel(as(name), { version: of, role, reason: 'The outcomes are too few.' }, needs())
const listed = async (of: string) =>
  (await listModels(database.pool, { now: new Date(), ofOneAccount: false })).find(
    (one) => one.version === of,
  )

const disable = (name: string) =>
  database.pool.query(
    `insert into operators (operator_id, email, name, name_key, roles, invited_by, created_at, disabled_at)
     values ('opr_' || $1::text, $1 || '@example.cd', $1, lower($1), '{supervisor}', 'setup', now(), now())`,
    [name],
  )

test.each(['Boris', 'Amina'])('what %s declined is proposed no more, and is in the log', async (decliner) => {
  await activate('Amina')
  await activate('Amina', 'challenger')
  expect(await decline(decliner)).toEqual({ version, role: 'active', status: 'declined' })
  // The other role is another proposal.
  expect(await listed(version)).toMatchObject({ roles: [], proposed: ['challenger'] })
  await expect(decline('Boris')).rejects.toMatchObject({ code: 'credit_model_not_proposed' })
  expect(await activate('Chantal')).toMatchObject({ status: 'proposed' })
  expect(await activate('Boris')).toMatchObject({ status: 'effective' })
  const { rows } = await database.pool.query(
    `select actor, after from acts where action = 'credit_models.decline'`,
  )
  expect(rows).toEqual([
    {
      actor: decliner,
      after: {
        ...{ role: 'active', step: 'declined', proposed_by: ['Amina'] },
        reason: 'The outcomes are too few.',
      },
    },
  ])
})

test('a declined acceptance accepts nothing, and its person is not among those who accepted', async () => {
  const accept = (name: string) => acceptGeneratedModel(as(name), { reason: `pilot of ${name}` }, needs())
  await accept('Amina')
  await decline('Boris', shippedModel.version)
  expect(await accept('Chantal')).toMatchObject({ status: 'proposed' })
  expect(await accept('Didier')).toMatchObject({ status: 'effective' })
  expect((await listed(shippedModel.version))?.accepted.map(({ by }) => by)).toEqual(['Chantal', 'Didier'])
})

test('who was disabled before the second person accepted is not among those who accepted', async () => {
  const accept = (name: string) => acceptGeneratedModel(as(name), { reason: `pilot of ${name}` }, needs())
  await accept('Amina')
  await disable('Amina')
  expect(await accept('Chantal')).toMatchObject({ status: 'proposed' })
  expect(await accept('Didier')).toMatchObject({ status: 'effective' })
  const acceptedBy = async () => (await listed(shippedModel.version))?.accepted.map(({ by }) => by)
  expect(await acceptedBy()).toEqual(['Chantal', 'Didier'])
  // Who leaves later has accepted it.
  await disable('Chantal')
  expect(await acceptedBy()).toEqual(['Chantal', 'Didier'])
})

/** As a command of an earlier release, which reads no declines. */
const confirmAs = (name: string, reason: string | null = null) =>
  database.pool.query(
    `insert into credit_model_decisions (version, role, step, decided_by, account, decided_at, reason)
     values ($1, 'active', 'confirmed', $2, $3, now(), $4)`,
    [version, name, name.toLowerCase(), reason],
  )

test('an earlier release cannot confirm what another person does not propose any more', async () => {
  const refused = { code: '23514' }
  await activate('Amina')
  await decline('Boris')
  await expect(confirmAs('Boris')).rejects.toMatchObject(refused)
  expect(await activate('Chantal')).toMatchObject({ status: 'proposed' })
  await expect(confirmAs('Chantal')).rejects.toMatchObject(refused)
  await expect(confirmAs('Boris', 'an acceptance')).rejects.toMatchObject(refused)
  await confirmAs('Boris')
  expect(await listed(version)).toMatchObject({ roles: ['active'] })
})

test('of a decline and a confirmation at the same moment one counts', async () => {
  await activate('Amina')
  const outcomes = await Promise.all([
    activate('Boris').then(({ status }) => status),
    decline('Chantal').then(
      ({ status }) => status,
      ({ code }) => code,
    ),
  ])
  expect([
    ['effective', 'credit_model_not_proposed'],
    ['proposed', 'declined'],
  ]).toContainEqual(outcomes)
})

test('what a disabled person proposed is confirmed by no one', async () => {
  await activate('Amina')
  await disable('Amina')
  expect(await listed(version)).toMatchObject({ proposed: [] })
  expect(await activate('Boris')).toMatchObject({ status: 'proposed' })
  expect(await listed(version)).toMatchObject({ roles: [], proposed: ['active'] })
})
