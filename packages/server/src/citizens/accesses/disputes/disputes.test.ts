import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pseudonym } from '../../../app/audit/index.ts'
import { type AccessWorld, startAccessWorld } from '../../../testing/access-world.ts'
import { actsOf } from '../../../testing/acts-of.ts'
import {
  answerDispute,
  disputeAccess,
  listAccesses,
  listCitizenDisputes,
  listDisputes,
  showDispute,
} from '../index.ts'
import { forgetDisputes } from './forget-disputes.ts'

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.stop())

let people = 0
const newPerson = () => `COD-8888-0000-${String(++people).padStart(4, '0')}`
const operator = (...roles: ('supervisor' | 'reviewer' | 'auditor' | 'billing_officer')[]): Actor => ({
  ...{ kind: 'operator', name: 'amina', roles },
})
const member = (organizationId: string, ...roles: ('compliance_officer' | 'developer')[]): Actor => ({
  ...{ kind: 'member', personId: 'per_1', organizationId, roles },
})
const entryOf = async (svcId: string) => {
  const { entries } = await listAccesses(world.citizen(svcId), {}, world.accesses)
  return entries[0]
}
const dispute = (svcId: string, id: string, text: unknown = 'Je ne connais pas cette banque.') =>
  disputeAccess(world.citizen(svcId), { id, text: text as string }, world.accesses)
/** A person with one read by an application, and its dispute. */
const disputedRead = async (application?: string) => {
  const svcId = newPerson()
  await world.read({ svcId, ...(application && { application }) })
  const id = (await entryOf(svcId))?.id ?? ''
  return { svcId, id, made: await dispute(svcId, id) }
}
const own = async (svcId: string) =>
  (await listCitizenDisputes(world.citizen(svcId), {}, world.accesses)).disputes
const codeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    (error) => error.code,
  )

test('a citizen disputes an entry, and reads it in the log and in the list', async () => {
  const { svcId, id, made } = await disputedRead()
  expect(made).toMatchObject({
    status: 'open',
    text: 'Je ne connais pas cette banque.',
    access: { id },
    answers: [],
  })
  expect((await entryOf(svcId))?.dispute).toEqual({ id: made.id, status: 'open' })
  expect(await own(svcId)).toEqual([made])
  const { rows } = await world.database.pool.query(
    'select actor, outcome from audit_entries where entry_id = $1',
    [made.id],
  )
  expect(rows).toEqual([{ actor: 'citizen', outcome: 'access_disputed' }])
})

test('the same entry again gives the first dispute, also at the same time', async () => {
  const svcId = newPerson()
  await world.read({ svcId })
  const id = (await entryOf(svcId))?.id ?? ''
  const made = await Promise.all(Array.from({ length: 6 }, () => dispute(svcId, id)))
  expect(new Set(made.map((one) => one.id)).size).toBe(1)
})

test('an entry of another citizen, of another service or without a read is not found', async () => {
  const { id } = await disputedRead()
  const svcId = newPerson()
  const screening = await world.read({ svcId, service: 'aml_screening' })
  for (const unknown of [id, `20260315.app_Guichet.${screening}`, '20260231.app_Guichet.x', 'x', "'; --"])
    expect(await codeOf(dispute(svcId, unknown)), unknown).toBe('not_found')
})

test.each(['', '   ', 'x'.repeat(2_001), 'a\0b', 7, null])('the text %j is refused', async (text) => {
  const code = await codeOf(dispute(newPerson(), '20260315.app_Guichet.x', text))
  expect(['invalid_request', 'value_invalid']).toContain(code)
})

test('the text and the answers are not readable in the database', async () => {
  const { made } = await disputedRead()
  await answerDispute(operator('supervisor'), { id: made.id, text: 'Voici pourquoi.' }, world.accesses)
  const { rows } = await world.database.pool.query(
    `select d::text || a::text as text from access_disputes d join access_dispute_answers a using (dispute_id)
     where dispute_id = $1`,
    [made.id],
  )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of ['banque', 'pourquoi', hex('banque'), hex('pourquoi'), 'COD-8888'])
    expect(rows[0].text).not.toContain(secret)
})

test('the organization and an operator answer; the citizen sees on which side, never the person', async () => {
  const { svcId, made } = await disputedRead()
  await answerDispute(
    member('org_Banque', 'compliance_officer'),
    { id: made.id, text: 'Ouverture de compte.' },
    world.accesses,
  )
  await answerDispute(operator('reviewer'), { id: made.id, text: 'Nous avons vérifié.' }, world.accesses)
  const [seen] = await own(svcId)
  expect(seen).toMatchObject({
    status: 'answered',
    answers: [
      { from: 'organization', text: 'Ouverture de compte.' },
      { from: 'installation', text: 'Nous avons vérifié.' },
    ],
  })
  expect(JSON.stringify(seen)).not.toMatch(/amina|per_1/)
  const acts = await actsOf(world.database.pool, made.id)
  expect(acts.map(({ action, actor, after }) => [action, actor, after])).toEqual([
    ['disputes.answer', 'amina', { status: 'answered', answer: 2 }],
    ['disputes.answer', 'per_1', { status: 'answered', answer: 1 }],
    ['disputes.open', pseudonym(world.accesses.subjectKey, svcId), { status: 'open' }],
  ])
})

test('a member sees the disputes of the own organization only', async () => {
  const [own, foreign] = [await disputedRead('Guichet'), await disputedRead('Caisse')]
  const officer = member('org_Boutique', 'compliance_officer')
  const listed = await listDisputes(officer, { limit: 100 }, world.accesses)
  expect(listed.map(({ id }) => id)).toContain(foreign.made.id)
  expect(listed.map(({ access }) => access.organization)).not.toContain('Banque')
  const answer = { id: own.made.id, text: 'x' }
  expect(await codeOf(showDispute(officer, { id: own.made.id }, world.accesses))).toBe('dispute_not_found')
  expect(await codeOf(answerDispute(officer, answer, world.accesses))).toBe('dispute_not_found')
})

test.each<[string, Actor, boolean, boolean]>([
  ['reviewer', operator('reviewer'), true, true],
  ['supervisor', operator('supervisor'), true, true],
  ['auditor', operator('auditor'), true, false],
  ['billing officer', operator('billing_officer'), false, false],
  ['compliance officer', member('org_Banque', 'compliance_officer'), true, true],
  ['developer', member('org_Banque', 'developer'), false, false],
  ['application', { kind: 'application', applicationId: 'app_Guichet' }, false, false],
])('a %s: reads and answers by the role', async (_name, actor, reads, answers) => {
  const { made } = await disputedRead()
  const allowed = (yes: boolean) => (yes ? 'done' : 'not_permitted')
  expect(await codeOf(listDisputes(actor, { limit: 1 }, world.accesses))).toBe(allowed(reads))
  expect(await codeOf(showDispute(actor, { id: made.id }, world.accesses))).toBe(allowed(reads))
  const act = answerDispute(actor, { id: made.id, text: 'x' }, world.accesses)
  expect(await codeOf(act)).toBe(allowed(answers))
})

test('a citizen has at most 50 open disputes, and a dispute at most 20 answers', async () => {
  const svcId = newPerson()
  for (let index = 0; index < 51; index++) await world.read({ svcId })
  const { entries } = await listAccesses(world.citizen(svcId), { limit: '100' }, world.accesses)
  const outcomes = await Promise.all(entries.map(({ id }) => codeOf(dispute(svcId, id))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(50)
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(1)
  const [first] = await own(svcId)
  const answer = () =>
    codeOf(answerDispute(operator('supervisor'), { id: first?.id ?? '', text: 'x' }, world.accesses))
  const answered = await Promise.all(Array.from({ length: 21 }, answer))
  expect(answered.filter((outcome) => outcome === 'dispute_answered')).toHaveLength(1)
})

test('a dispute is deleted with its answers after its retention', async () => {
  const { svcId, made } = await disputedRead()
  await answerDispute(operator('supervisor'), { id: made.id, text: 'x' }, world.accesses)
  const { pool } = world.database
  const dayMs = 86_400_000
  expect(await forgetDisputes(pool, world.clock.now() + 89 * dayMs, 90)).toBe(0)
  // Only this one is old, so that the other tests keep theirs.
  await pool.query(`update access_disputes set changed_at = '2020-01-01' where dispute_id = $1`, [made.id])
  expect(await forgetDisputes(pool, world.clock.now(), 90)).toBe(1)
  expect(await own(svcId)).toEqual([])
  const { rowCount } = await pool.query('select from access_dispute_answers where dispute_id = $1', [made.id])
  expect(rowCount).toBe(0)
})
