import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    `insert into organizations (organization_id, name, rccm, account_status, created_at)
     values ('org_bank', 'Banque du Fleuve', 'CD/KNG/RCCM/00-B-00001', 'verified', now())`,
  )
  await database.pool.query(
    `insert into member_accounts (account_id, email, name, language, password_hash, sealed_totp, created_at,
       password_changed_at)
     values ('per_owner', 'owner@example.cd', 'Owner', 'fr', 'none', 'sealed', now(), now())`,
  )
  await database.pool.query(
    `insert into organization_members (organization_id, person_id, roles, joined_at)
     values ('org_bank', 'per_owner', '{owner}', now())`,
  )
})
afterAll(() => database.drop())

const nani = (args: string[], account = 'amina') =>
  runInMemory([...args, '--json'], {
    ...{ env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }, cwd: '/', account },
  })
const json = async (args: string[], account?: string) => {
  const { code, out, err } = await nani(args, account)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const openSession = () =>
  database.pool.query(
    `insert into member_sessions (session_hash, session_id, account_id, awaits_second_factor, address, user_agent,
       created_at, last_seen_at, expires_at)
     values (gen_random_uuid()::text::bytea, gen_random_uuid()::text, 'per_owner', false, '127.0.0.1', '', now(), now(),
       now() + interval '1 hour')`,
  )
const countOf = async (text: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*)::integer as count from ${text}`)).rows[0]
    ?.count ?? 0

test('an application is created in the organization that the command names', async () => {
  const create = (organization: string) => [
    ...['applications', 'create', '--name', 'Guichet', '--environment', 'sandbox'],
    ...['--organization', organization],
  ]
  const { application_id: id } = await json(create('org_bank'))
  const { rows } = await database.pool.query(
    `select organization_id, name, environment from applications where application_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ organization_id: 'org_bank', name: 'Guichet', environment: 'sandbox' }])
  expect(await countOf(`acts where subject = '${id}' and organization_id = 'org_bank'`)).toBe(1)
  const unknown = await nani(create('org_none'))
  expect([unknown.code, JSON.parse(unknown.out).error.code]).toEqual([1, 'organization_not_found'])
  expect(await countOf('applications')).toBe(1)
})

test('the sessions of a member end by a command', async () => {
  await openSession()
  await openSession()
  const command = ['organizations', 'end-sessions', 'owner@example.cd', '--reason', 'A stolen computer.']
  expect(await json(command)).toEqual({ id: 'per_owner', sessions: 2 })
  expect(await countOf('member_sessions')).toBe(0)
  expect((await nani(['organizations', 'end-sessions', 'unknown', '--reason', 'None.'])).code).toBe(1)
})

test('two people remove the lost second factor of the only Owner by a command, and a mail waits for the server', async () => {
  const recover = (...more: string[]) => [
    ...['organizations', 'recover', 'owner@example.cd', '--reason', 'The phone was lost.', ...more],
  ]
  const { proposal } = await json(recover('--as', 'Amina'), 'amina')
  expect(proposal).toMatchObject({ status: 'proposed', organization_id: 'org_bank' })
  const same = await nani(recover('--as', 'Boris'), 'amina')
  expect(JSON.parse(same.out).error.code).toBe('second_account_required')
  expect(await countOf('member_accounts where sealed_totp is not null')).toBe(1)
  const other = await nani(recover('--as', 'Boris', '--proposal', 'prp_other'), 'boris')
  expect(JSON.parse(other.out).error.code).toBe('changed_meanwhile')
  expect(await json(recover('--as', 'Boris', '--proposal', proposal.id), 'boris')).toMatchObject({
    status: 'executed',
  })
  expect(await countOf('member_accounts where sealed_totp is not null')).toBe(0)
  expect(await countOf(`mails where state = 'waiting'`)).toBe(1)
})
