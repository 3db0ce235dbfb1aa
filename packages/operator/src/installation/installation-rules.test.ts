import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'
import { noteUnknownLogin } from './installation-rules.ts'

// DATABASE_URL names it: it is not the embedded one.
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    "insert into organizations (organization_id, name, created_at) values ('org_default', 'Default', now())",
  )
})
afterEach(() => database.drop())

type Environment = Record<string, string>

const nani = async (args: string[], env: Environment = {}) => {
  const { code, out } = await runInMemory([...args, '--json'], {
    env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey, ...env },
    cwd: '/nowhere',
    account: 'shared',
  })
  const json = JSON.parse(out)
  return code === 0 ? json : json.error.code
}
/** One person gives both names for an adjustment. */
const adjust = async (env: Environment = {}) => {
  const asPerson = (name: string) => nani(['billing', 'adjust', '5', '--reason', 'gift', '--as', name], env)
  const [first, second] = [await asPerson('amina'), await asPerson('boris')]
  return [first.status ?? first, second.object ?? second]
}
const setRule = (rule: string, value: boolean) =>
  database.pool.query('insert into installation_rules values ($1, $2, now())', [rule, value])
const createApplication = () =>
  nani(['applications', 'create', '--name', 'Shop', '--environment', 'production'])

test('a variable of a command makes no demo, also where a start made one earlier', async () => {
  expect(await adjust({ NANI_DEMO: '1' })).toEqual(['installation_rule_differs', 'installation_rule_differs'])
  await setRule('demo', false)
  for (const value of ['1', 'true', 'production'])
    expect(await adjust({ NANI_DEMO: value })).toEqual([
      'installation_rule_differs',
      'installation_rule_differs',
    ])
  expect(await adjust({ NANI_DEMO: '0' })).toEqual(['proposed', 'second_account_required'])
  expect(await adjust()).toEqual(['proposed', 'second_account_required'])
})

test('a database that DATABASE_URL names is a demo only until it has an application that is not of the demo', async () => {
  await setRule('demo', true)
  expect(await adjust({ NANI_DEMO: '1' })).toEqual(['proposed', 'wallet'])
  expect(await adjust({ NANI_DEMO: '0' })).toEqual(['installation_rule_differs', 'installation_rule_differs'])
  await createApplication()
  expect(await adjust()).toEqual(['proposed', 'second_account_required'])
  expect(await adjust({ NANI_DEMO: '1' })).toEqual(['installation_rule_differs', 'installation_rule_differs'])
})

test('only a demo runs the cycle of invoices as of a time in the future', async () => {
  const run = (env: Environment = {}) => nani(['billing', 'run', '--as-of', '2100-01-01T00:00:00Z'], env)
  expect(await run()).toBe('billing_value_invalid')
  expect(await run({ NANI_DEMO: '1' })).toBe('installation_rule_differs')
})

test('the desk and the models of credit read the rules of the installation, too', async () => {
  const desk = ['cases', 'list']
  expect(await nani(desk, { NANI_FRAUD_TWO_PEOPLE: 'false' })).toBe('installation_rule_differs')
  expect(await nani(desk, { NANI_FRAUD_TWO_PEOPLE: 'true' })).toMatchObject({ object: 'list' })
  expect(await nani(desk, { NANI_DEMO: '1' })).toBe('installation_rule_differs')
  const activate = ['credit-model', 'activate', 'any-version', '--as', 'amina']
  expect(await nani(activate, { NANI_DEMO: '1' })).toBe('installation_rule_differs')
  await setRule('fraud_two_people', false)
  expect(await nani(desk, { NANI_FRAUD_TWO_PEOPLE: 'true' })).toBe('installation_rule_differs')
  expect(await nani(desk)).toMatchObject({ object: 'list' })
})

test('a command says when it cannot know the login, except where one account may be two people', () => {
  const noted = (oneAccountMayBeTwo: boolean, isKnown: boolean) => {
    const lines: string[] = []
    noteUnknownLogin({ oneAccountMayBeTwo }, { err: (text) => lines.push(text) }, () => isKnown)
    return lines.join('')
  }
  expect(noted(false, false)).toMatch(/docker exec --user.*counts as two/)
  expect([noted(false, true), noted(true, false)]).toEqual(['', ''])
})
