import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '@nani/foundation/core/index.ts'
import type { ScorecardModel } from '@nani/scorecard'
import shippedModel from '@nani/scorecard/shipped-model.json' with { type: 'json' }
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { acceptGeneratedModel, activateModel } from './decide-model.ts'
import { listModels } from './model-versions.ts'
import { scorecardModule } from './module.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const platform = () => ({ pool: database.pool, clock: { now: () => Date.now() } })
/** What a started process scores with. `isDemo`: the rule of the installation. */
const scoring = async (demo: 'none' | 'sandbox' | 'production', isDemo = demo !== 'none') => {
  const needs = { ...platform(), log: () => {}, demo, isDemo: async () => isDemo }
  const opened = await scorecardModule.open(
    needs as unknown as Parameters<typeof scorecardModule.open>[0],
    {},
  )
  await opened.start?.()
  await opened.stop?.()
  const { active, challenger, isReady } = opened.provides.scorecards.current()
  return { active: active.version, challenger: challenger?.version ?? null, isReady }
}
const isReady = async (...as: Parameters<typeof scoring>) => (await scoring(...as)).isReady

test('only a demo of production accepts the generated model, and nothing remains of it after the demo', async () => {
  expect(await isReady('production')).toBe(true)
  expect(await isReady('sandbox')).toBe(false)
  expect(await isReady('none')).toBe(false)
})

test('a process that was started as a demo counts as none, once the installation is no demo', async () => {
  expect(await isReady('production', false)).toBe(false)
})

const as = (name: string, account: string): Actor => ({
  ...{ kind: 'operator', name, account, roles: ['supervisor'] },
})
const demo = () => ({ ...platform(), oneAccountMayBeTwo: true })
const strict = () => ({ ...platform(), oneAccountMayBeTwo: false })
const ownModel = (version: string): ScorecardModel => {
  const model = structuredClone(shippedModel) as unknown as ScorecardModel
  return { ...model, version, trained_on: { ...model.trained_on, generated: false } }
}
const shipped = { active: shippedModel.version, challenger: null, isReady: false }
const listed = async (ofOneAccount: boolean) =>
  (await listModels(database.pool, { now: new Date(), ofOneAccount }))
    .filter(({ roles, accepted }) => roles.length > 0 || accepted.length > 0)
    .map(({ version, roles, accepted }) => [version, roles, accepted.length])

test('what one account decided alone in a demo counts in a demo only, and a second account makes it count', async () => {
  const [own, shadow] = [ownModel('own-1'), ownModel('own-2')]
  for (const name of ['Amina', 'Boris'])
    await activateModel(as(name, 'one'), { model: shadow, role: 'challenger' }, demo())
  for (const name of ['Amina', 'Boris'])
    expect(await activateModel(as(name, 'one'), { model: own, role: 'active' }, demo())).toBeTruthy()
  expect(await scoring('production')).toEqual({ active: 'own-1', challenger: 'own-2', isReady: true })
  expect(await scoring('none')).toEqual(shipped)
  expect(await scoring('sandbox', false)).toEqual(shipped)
  expect(await listed(true)).toContainEqual(['own-1', ['active'], 0])
  expect(await listed(false)).toEqual([[shippedModel.version, ['active'], 0]])

  const again = (by: Actor) => activateModel(by, { model: 'own-1', role: 'active' }, strict())
  await expect(again(as('Chantal', 'one'))).rejects.toMatchObject({ code: 'second_account_required' })
  expect(await again(as('Chantal', 'two'))).toMatchObject({ status: 'effective' })
  expect(await scoring('none')).toEqual({ active: 'own-1', challenger: null, isReady: true })
})

test('an acceptance of the generated model by one account in a demo is none after the demo', async () => {
  for (const name of ['Amina', 'Boris'])
    await acceptGeneratedModel(as(name, 'one'), { reason: 'a demo' }, demo())
  expect(await listed(true)).toContainEqual([shippedModel.version, ['active'], 2])
  expect((await listed(false)).map(([, , accepted]) => accepted)).toEqual([0])
  expect(await isReady('none')).toBe(false)
  // In a demo, two accounts are two people for good.
  await acceptGeneratedModel(as('Chantal', 'two'), { reason: 'a pilot' }, demo())
  await acceptGeneratedModel(as('Didier', 'three'), { reason: 'a pilot' }, demo())
  expect(await isReady('none')).toBe(true)
})

test('the migration finds the decisions that one account made before', async () => {
  const strictly = (name: string, account: string, version: string) =>
    activateModel(as(name, account), { model: ownModel(version), role: 'active' }, demo())
  for (const [name, account] of [
    ['Amina', 'one'],
    ['Boris', 'one'],
    ['Amina', 'one'],
  ] as const)
    await strictly(name, account, 'own-alone')
  for (const [name, account] of [
    ['Amina', 'one'],
    ['Boris', 'two'],
  ] as const)
    await strictly(name, account, 'own-both')
  const ofOneAccount = async () =>
    (await database.pool.query('select version from credit_model_decisions where by_one_account')).rows
  const before = await ofOneAccount()
  await database.pool.query('update credit_model_decisions set by_one_account = false')
  const migration = join(
    import.meta.dirname,
    '../../../../foundation/src/storage/migrations/105-models-of-a-demo.sql',
  )
  const [, update] = readFileSync(migration, 'utf8').split(/^(?=update )/m)
  await database.pool.query(update ?? '')
  expect(await ofOneAccount()).toEqual(before)
  expect(before).toEqual([{ version: 'own-alone' }])
})
