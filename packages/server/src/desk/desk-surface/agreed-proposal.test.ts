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
