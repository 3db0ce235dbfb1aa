import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessionsOfMember } from '../../organizations/organizations/index.ts'
import { actsOf } from '../../testing/acts-of.ts'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'

let world: DeskWorld
let [first, second] = [] as unknown as [DeskPerson, DeskPerson]
beforeAll(async () => {
  world = await startDesk()
  first = await world.enrol(['reviewer'])
  second = await world.enrol(['supervisor'])
})
afterAll(() => world.stop())

const command = { kind: 'operator', name: 'Command', roles: ['supervisor'] } as const
type Member = Awaited<ReturnType<DeskWorld['console']['signUp']>>
const reason = 'The only Owner lost the phone. The identity was checked in person.'
const rccm = 'CD/KNG/RCCM/00-B-00001'
const ownerOf = async () => {
  const owner = await world.console.signUp()
  const { id } = (await owner.post('/organizations', { name: 'Banque', rccm })).json
  return { owner, organization: id }
}
const pathOf = ({ email }: Pick<Member, 'email'>) => `/members/${email}/second-factor-recovery`
const hasFactor = async (owner: Member) => (await owner.get('/me')).status === 200

test('two operators remove the lost second factor of the only Owner, and one alone does not', async () => {
  const { owner, organization } = await ownerOf()
  const proposed = (await first.post(pathOf(owner), { reason })).json as unknown as Decided
  expect(proposed).toMatchObject({
    status: 'proposed',
    proposal: { subject: owner.id, organization_id: organization, content: { member: owner.email } },
  })
  expect((await first.post(pathOf(owner), { reason })).json).toMatchObject({ status: 'proposed' })
  expect(await hasFactor(owner)).toBe(true)
  expect((await second.get('/proposals')).json.data).toContainEqual(
    expect.objectContaining({ id: proposed.proposal.id, act: 'members.recover_second_factor_by_operators' }),
  )
  const body = { reason: 'I agree.', proposal_id: proposed.proposal.id }
  const executed = await second.post(`/members/${owner.id}/second-factor-recovery`, body)
  expect(executed.json).toMatchObject({ status: 'executed', proposal: { decided_by: second.name } })
  expect((await owner.get('/me')).status).toBe(401)
  const again = world.console.browser()
  const { email, password } = owner
  expect((await again.post('/session', { email, password })).json).toMatchObject({ status: 'signed_in' })
  const mails = (await world.console.mails()).filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject)).toContain('Your second factors were removed')
  const entries = (await actsOf(world.pool, owner.id)).filter(
    ({ action }) => action === 'members.recover_second_factor_by_operators',
  )
  expect(entries.map(({ actor, organization_id }) => [actor, organization_id])).toEqual([
    ...[second, first, first].map(({ name }) => [name, organization]),
  ])
})

type Decided = { status: string; proposal: { id: string } }

test('a proposal ends when the member changed the own factors meanwhile', async () => {
  const { owner } = await ownerOf()
  await first.post(pathOf(owner), { reason })
  expect((await owner.post('/me/recovery-codes')).status).toBe(200)
  const refused = await second.post(pathOf(owner), { reason })
  expect(refused).toMatchObject({ status: 412, json: { error: 'changed_meanwhile' } })
  expect(await hasFactor(owner)).toBe(true)
})

test('an operator who is the person or a colleague decides nothing about the account', async () => {
  const { owner, organization } = await ownerOf()
  const colleague = await world.console.signUp()
  await owner.post(`/organizations/${organization}/invitations`, {
    email: colleague.email,
    roles: ['developer'],
  })
  const token = await world.console.newest(colleague.email)
  expect((await colleague.post('/invitations/accept', { token })).status).toBe(200)
  for (const { email } of [owner, colleague]) {
    const involved = await world.enrol(['reviewer'], { email })
    expect((await involved.post(pathOf(owner), { reason })).json).toMatchObject({ error: 'not_permitted' })
    expect((await involved.post(`/members/${owner.id}/end-sessions`, { reason })).json).toMatchObject({
      error: 'not_permitted',
    })
  }
  expect(await hasFactor(owner)).toBe(true)
})

test('the sessions of a member end at once, by the desk and by a command', async () => {
  const { owner, organization } = await ownerOf()
  expect((await first.post(`/members/${owner.email}/end-sessions`, { reason })).json).toEqual({
    ...{ id: owner.id, sessions: 1 },
  })
  expect((await owner.get('/me')).status).toBe(401)
  expect(await endSessionsOfMember(command, { id: owner.email, reason }, { ...world.operatorNeeds })).toEqual(
    {
      ...{ id: owner.id, sessions: 0 },
    },
  )
  expect(await actsOf(world.pool, owner.id)).toContainEqual(
    expect.objectContaining({
      action: 'members.end_sessions_by_operator',
      organization_id: organization,
      before: { sessions: 1 },
      after: { reason },
    }),
  )
  expect((await first.post('/members/unknown@example.cd/end-sessions', { reason })).status).toBe(404)
})
