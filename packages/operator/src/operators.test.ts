import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const nani = (...args: string[]) =>
  runInMemory(['operators', ...args], {
    env: {
      DATABASE_URL: database.url,
      NANI_MASTER_KEY: testMasterKey,
      NANI_DESK_URL: 'https://desk.example.cd',
    },
    cwd: '/',
  })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const invite = (name: string, roles: string): Promise<{ operator_id: string; enrolment_url: string }> =>
  json('invite', `${name}@nani.cd`, '--name', name, '--roles', roles)

test('an invitation has a link to the desk, and the list shows the person', async () => {
  const { operator_id: id, enrolment_url: url } = await invite('amina', 'reviewer, auditor')
  expect(url).toMatch(/^https:\/\/desk\.example\.cd\/enrolment#token=[\w-]{20,}$/)
  const { data } = await json('list')
  expect(data).toContainEqual(
    expect.objectContaining({
      id,
      email: 'amina@nani.cd',
      roles: ['reviewer', 'auditor'],
      status: 'invited',
    }),
  )
  expect((await nani('list')).out).toMatch(/amina@nani\.cd\s+reviewer, auditor/)
})

test('an operator gets other roles by the e-mail address', async () => {
  const { operator_id: id } = await invite('beatrice', 'reviewer')
  expect(await json('roles', 'beatrice@nani.cd', '--roles', 'investigator,reviewer')).toMatchObject({
    id,
    roles: ['investigator', 'reviewer'],
  })
})

test('a disabled operator is not invited again', async () => {
  const { operator_id: id } = await invite('celestin', 'auditor')
  expect(await json('disable', id)).toMatchObject({ id, status: 'disabled' })
  const again = await nani('invite', 'celestin@nani.cd', '--name', 'celestin', '--roles', 'auditor', '--json')
  expect(again.code).toBe(1)
  expect(again.out).toContain('state_conflict')
})

test('an unknown role and a name that another operator has are refused', async () => {
  const unknown = await nani('invite', 'david@nani.cd', '--name', 'David', '--roles', 'chief', '--json')
  expect(unknown.code).not.toBe(0)
  expect(unknown.out).toContain('value_invalid')
  await invite('esther', 'auditor')
  const taken = await nani('invite', 'e@nani.cd', '--name', 'ESTHER', '--roles', 'auditor', '--json')
  expect(taken.out).toContain('Another operator has this e-mail address or this name.')
})

test('a second factor is recovered only for a person who has enrolled', async () => {
  await invite('fatou', 'auditor')
  const refused = await nani('recover', 'fatou@nani.cd', '--reason', 'The phone was lost.', '--json')
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('The operator has no account that can sign in.')
})
