import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { openAppPool } from '../../testing/modes.ts'
import { testPlatform } from '../../testing/platform.ts'
import { readRules } from './rules.ts'
import { settleRule } from './settle-rule.ts'

let database: TestDatabase
let appPool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  appPool = openAppPool(database)
})
afterAll(async () => {
  await appPool.end()
  await database.drop()
})

/** A start in which `NANI_FRAUD_TWO_PEOPLE` has this value; null: it is not set. */
const start = async (value: boolean | null, { ownsSchema = true } = {}): Promise<string[]> => {
  const lines: string[] = []
  const platform = { ...testPlatform(database, appPool, (line) => lines.push(line)), ownsSchema }
  await settleRule(platform, 'fraud_two_people', { value: value ?? true, stated: value !== null })
  return lines
}
const acts = async () =>
  (
    await database.pool.query(
      'select actor_kind, action, subject, before, after from acts order by act_number',
    )
  ).rows
const storedRule = async () => (await readRules(appPool)).fraud_two_people
const clear = () => database.pool.query('delete from installation_rules')

test('a rule that no start has set has its strict value', async () => {
  await clear()
  expect(await readRules(appPool)).toEqual({
    demo: false,
    fraud_two_people: true,
    face_files_refused: false,
    face_models_accepted: false,
  })
  expect(await start(null)).toEqual([])
  expect(await readRules(appPool)).toEqual({
    demo: false,
    fraud_two_people: true,
    face_files_refused: false,
    face_models_accepted: false,
  })
})

test('a start changes a rule, names it and records it; the next start without the variable ends it', async () => {
  await clear()
  const earlier = (await acts()).length
  expect(await start(false)).toEqual([expect.stringContaining('NANI_FRAUD_TWO_PEOPLE')])
  expect(await storedRule()).toBe(false)
  // Several processes that start with the same value change it once.
  expect((await Promise.all([start(false), start(false)])).flat()).toEqual([])
  await Promise.all([start(null), start(null)])
  expect(await storedRule()).toBe(true)
  const act = { actor_kind: 'system', action: 'installation.set_rule', subject: 'NANI_FRAUD_TWO_PEOPLE' }
  const [is, isNot] = [{ fraud_two_people: true }, { fraud_two_people: false }]
  expect((await acts()).slice(earlier)).toEqual([
    { ...act, before: is, after: isNot },
    { ...act, before: isNot, after: is },
  ])
})

test('a start without the login of the owner changes nothing, and is refused where its variable differs', async () => {
  await clear()
  await start(false)
  expect(await start(null, { ownsSchema: false })).toEqual([])
  expect(await start(false, { ownsSchema: false })).toEqual([])
  expect(await storedRule()).toBe(false)
  await expect(start(true, { ownsSchema: false })).rejects.toMatchObject({
    code: 'installation_rule_differs',
    context: { variable: 'NANI_FRAUD_TWO_PEOPLE', stored: false },
  })
})

test('nani_app reads a rule and never writes it, also with the grants of an earlier release', async () => {
  await clear()
  await start(false)
  const writes = [
    "insert into installation_rules values ('demo', true, now())",
    'update installation_rules set value = true',
    'delete from installation_rules',
  ]
  for (const write of writes)
    await expect(appPool.query(write), write).rejects.toThrow('permission denied for table')
  await database.pool.query('grant insert, update, delete on installation_rules to nani_app')
  for (const write of writes)
    await expect(appPool.query(write), write).rejects.toThrow('permission denied for the rules')
  expect(await readRules(appPool)).toEqual({
    demo: false,
    fraud_two_people: false,
    face_files_refused: false,
    face_models_accepted: false,
  })
  await database.pool.query('revoke insert, update, delete on installation_rules from nani_app')
})
