import { deriveKey } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListCursors } from '../../gateway/acts/index.ts'
import { decideReview } from '../../organizations/reviews/index.ts'
import { type DeskPerson, type DeskWorld, rules, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let [amina, jonas] = [] as unknown as [DeskPerson, DeskPerson]
beforeAll(async () => {
  world = await startDesk()
  amina = await world.enrol(['reviewer'])
  jonas = await world.enrol(['reviewer'])
  await world.enrol(['supervisor'], { name: 'Grace Kalala' })
})
afterAll(() => world.stop())

const byCommand = (name: string) => ({ kind: 'operator', name, roles: ['reviewer'], account: name }) as const
const commandNeeds = () => ({
  ...{ ...world.platform, rules },
  cursors: createListCursors(deriveKey(world.platform.rootKey, 'desk-cursors')),
  dossierVault: world.platform.vaultFor('dossiers'),
  requestsVault: world.platform.vaultFor('requests'),
})
const enhanced = () => submittedReview(world, amina, { scopes: ['kyc.religion'] })
const proposal = { decision: 'approve', reason: 'The dossier is complete.' }

test('a decision that names a proposal decides no other one, at the desk and by a command', async () => {
  const { review } = await enhanced()
  const path = `/reviews/${review}`
  const first = await amina.post(`${path}/propose`, proposal)
  const { id } = (first.json as unknown as { proposal: { id: string } }).proposal
  await amina.post(`${path}/decide`, { accept: false, reason: 'One scope less.' })
  await amina.post(`${path}/propose`, { ...proposal, scopes: [] })
  const late = { accept: true, proposal_id: id }
  expect((await jonas.post(`${path}/decide`, late)).json).toMatchObject({
    ...{ error: 'changed_meanwhile', current: { status: 'proposed', content: { scopes: [] } } },
  })
  const byGrace = { id: review, decision: 'approve', proposal_id: id } as const
  await expect(decideReview(byCommand('Grace Kalala'), byGrace, commandNeeds())).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  const reject = { id: review, decision: 'reject', reason: 'No.', proposal_id: id } as const
  await expect(decideReview(byCommand('Grace Kalala'), reject, commandNeeds())).rejects.toMatchObject({
    code: 'value_invalid',
  })
  const shown = (await jonas.get(path)).json as unknown as { proposal: { id: string; content: object } }
  expect(shown.proposal.content).toMatchObject({ scopes: [] })
  const agreed = { accept: true, proposal_id: shown.proposal.id }
  expect((await jonas.post(`${path}/decide`, agreed)).json).toMatchObject({ status: 'approved' })
})

const idOf = async (subject: string): Promise<string> => {
  const { rows } = await world.database.pool.query<{ proposal_id: string }>(
    'select proposal_id from proposals where subject = $1 order by proposal_id desc limit 1',
    [subject],
  )
  return rows[0]?.proposal_id ?? ''
}

test.each(['the organization', 'a reviewer'] as const)(
  'a message of %s ends the proposal about a review, and its second reviewer is refused',
  async (side) => {
    const { review, application, owner } = await enhanced()
    const path = `/reviews/${review}`
    await amina.post(`${path}/propose`, proposal)
    expect((await jonas.get(path)).json).toMatchObject({ proposal: { status: 'proposed' } })
    const text = 'The purpose is narrower now.'
    const own = `/organizations/${owner.organization}/applications/${application}/reviews/${review}`
    const written =
      side === 'a reviewer'
        ? jonas.post(`${path}/messages`, { text })
        : owner.post(`${own}/messages`, { text })
    expect((await written).status).toBe(201)
    const shown = (await jonas.get(path)).json as unknown as { proposal: object | null }
    expect(shown.proposal).toBeNull()
    const decided = await jonas.post(`${path}/decide`, { accept: true, proposal_id: await idOf(review) })
    expect(decided).toMatchObject({ status: 412, json: { error: 'changed_meanwhile', current: null } })
    await amina.post(`${path}/propose`, proposal)
    expect((await jonas.post(`${path}/decide`, { accept: true })).json).toMatchObject({ status: 'approved' })
  },
)

test('messages of the organization keep no rejection open, and their number without an answer is bounded', async () => {
  const { review, application, owner } = await enhanced()
  const path = `/reviews/${review}`
  const own = `/organizations/${owner.organization}/applications/${application}/reviews/${review}/messages`
  await amina.post(`${path}/propose`, { decision: 'reject', reason: 'The purpose is not legal.' })
  const write = async () => (await owner.post(own, { text: 'Why?' })).status
  for (let count = 0; count < 20; count++) expect(await write()).toBe(201)
  expect(await write()).toBe(409)
  await jonas.post(`${path}/messages`, { text: 'We decide this week.' })
  expect(await write()).toBe(201)
  expect((await jonas.post(`${path}/decide`, { accept: true })).json).toMatchObject({ status: 'rejected' })
})

test('a person who read no proposal executes none', async () => {
  const { owner } = await enhanced()
  const suspend = `/organizations/${owner.organization}/suspend`
  const unread = { reason: 'It does not exist.', proposal_id: null }
  const first = await amina.post(suspend, unread)
  expect(first.json).toMatchObject({ status: 'proposed' })
  expect(await jonas.post(suspend, unread)).toMatchObject({
    ...{ status: 412, json: { error: 'changed_meanwhile', current: { status: 'proposed' } } },
  })
  // The same person keeps the proposal.
  expect((await amina.post(suspend, unread)).json).toMatchObject({ status: 'proposed' })
})
