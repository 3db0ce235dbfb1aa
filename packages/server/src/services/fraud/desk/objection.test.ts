import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCitizens } from '../../../register/register/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import {
  decideObjection,
  decideProposal,
  proposeDecision,
  recordObjection,
  reopenFraudCase,
  startFraudCase,
} from './case-acts.ts'
import { amani, bahati, chanda, codeOf, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'
import { showFraudCase } from './reading/read-cases.ts'
import type { Seen } from './screening-process.fixture.ts'

const supervisor = (name: string, account = name.toLowerCase()): Actor => ({
  ...{ kind: 'operator', name, account, roles: ['supervisor'] },
})
const [dina, elie, fatou] = [supervisor('Dina'), supervisor('Elie'), supervisor('Fatou')]
const numbered = (last: number) => `COD-7300-0000-000${last}`
const [suspect, victim, another, doubted] = [numbered(1), numbered(2), numbered(3), numbered(4)]

let world: DeskWorld
const children: ChildProcess[] = []
beforeAll(async () => {
  world = await startDeskWorld('production')
  const bare = { documents: [], phone_numbers: [] }
  const citizens = [suspect, victim, another, doubted].map((svc_id) => testCitizen({ ...bare, svc_id }))
  await writeCitizens(world.modes.database.pool, citizens, 'production')
  for (let index = 0; index < 2; index++) {
    const child = fork(join(import.meta.dirname, 'screening-process.fixture.ts'))
    children.push(child)
    child.send({ url: world.modes.database.url, rootKey: world.rootKey.toString('hex') })
    await once(child, 'message')
  }
}, 60_000)
afterAll(async () => {
  for (const child of children) child.kill()
  await world.stop()
})

/** What every process makes of a person now. The clock is held, so that nothing has time to pass. */
const seen = (svcId: string): Promise<Seen[]> =>
  Promise.all(
    children.map(async (child) => {
      const reply = once(child, 'message')
      child.send({ svcId, nowMs: world.clock.now() })
      const [answer] = await reply
      return answer as Seen
    }),
  )

const confirmedCase = async (person: string, victims: object[] = []) => {
  const subject = { identifier: { type: 'svc_id', value: person }, role: 'suspect' }
  const one = await world.report({ subject, victims })
  const { desk } = world
  await startFraudCase(amani, one.named, desk)
  const proposal = { ...one.named, status: 'confirmed', reason: 'two witnesses', victims: 'all' } as const
  await proposeDecision(amani, proposal, desk)
  await decideProposal(bahati, { ...one.named, decision: 'accept' }, desk)
  return one
}
const said = { reason: 'She was abroad on that day' }

test('an accepted objection removes every effect in every process at once, with its event and its acts', {
  timeout: 60_000,
}, async () => {
  const [clean] = await seen(suspect)
  const victims = [{ identifier: { type: 'svc_id', value: victim } }]
  const { named, number, countChanges } = await confirmedCase(suspect, victims)
  const before = await countChanges()
  const { desk } = world
  const score = Math.max(300, (clean?.score ?? 0) - 150)
  expect(await seen(suspect)).toEqual([1, 2].map(() => ({ cases: 1, victim: false, score })))
  expect((await seen(victim)).map((one) => one.victim)).toEqual([true, true])

  await recordObjection(amani, { ...named, ...said }, desk)
  const accept = { ...named, decision: 'accept', reason: 'The stamps are genuine' } as const
  const proposed = await decideObjection(dina, accept, desk)
  expect(proposed).toMatchObject({
    status: 'confirmed',
    objection: { by: 'Amani', proposal: { decision: 'accept', by: 'Dina' } },
  })
  expect((await seen(suspect)).map(({ cases }) => cases)).toEqual([1, 1])
  expect(await decideObjection(elie, accept, desk)).toMatchObject({ status: 'under_review', objection: null })

  expect(await seen(suspect)).toEqual([clean, clean])
  expect((await seen(victim)).map((one) => one.victim)).toEqual([false, false])
  expect([before, await countChanges()]).toEqual([2, 3])
  const acts = (await world.acts(number)).slice(-3).map(({ action, actor }) => `${action} ${actor}`)
  expect(acts).toEqual([
    'cases.objection Amani',
    'cases.decide_objection Dina',
    'cases.decide_objection Elie',
  ])
  expect(JSON.stringify(await world.acts(number))).not.toContain('abroad')
  const { timeline } = await showFraudCase(amani, named, desk)
  expect(timeline.find(({ act }) => act === 'objection')?.text).toBe(said.reason)
})

test('two people decide, and neither proposed or decided anything about the case before', async () => {
  const { named } = await confirmedCase(another)
  const { desk } = world
  const decide = (actor: Actor, decision: 'accept' | 'reject' = 'accept') =>
    codeOf(decideObjection(actor, { ...named, decision, reason: 'r' }, desk))
  expect(await decide(dina)).toBe('no_objection')
  await recordObjection(bahati, { ...named, ...said }, desk)
  expect(await codeOf(recordObjection(amani, { ...named, ...said }, desk))).toBe('objection_exists')
  for (const involved of [supervisor('Amani', 'x'), supervisor('X', 'amani'), supervisor(' BAHATI', 'y')])
    expect(await decide(involved)).toBe('uninvolved_person_required')
  expect(await decide(bahati)).toBe('not_permitted')
  expect(await decide(dina)).toBeNull()
  expect(await decide(dina)).toBe('second_person_required')
  expect(await decide(supervisor('Gaston', 'dina'))).toBe('second_account_required')
  expect(await decide(elie, 'reject')).toBeNull()
  const shown = await showFraudCase(amani, named, desk)
  expect([shown.status, shown.objection?.proposal]).toEqual(['confirmed', { decision: 'reject', by: 'Elie' }])
  expect(await decide(fatou, 'reject')).toBeNull()
  const rejected = await showFraudCase(amani, named, desk)
  expect([rejected.status, rejected.objection]).toEqual(['confirmed', null])
  expect((await seen(another)).map(({ cases }) => cases > 0)).toEqual([true, true])
  // Those who decided about the first objection do not decide about the next one.
  await recordObjection(amani, { ...named, ...said }, desk)
  expect([await decide(elie), await decide(chanda)]).toEqual(['uninvolved_person_required', null])
})

test('an objection stays open when the case is reopened, decided again or dismissed, until two people answer it', async () => {
  const { named, countChanges } = await confirmedCase(doubted)
  const { desk } = world
  const decide = (actor: Actor, decision: 'accept' | 'reject') =>
    codeOf(decideObjection(actor, { ...named, decision, reason: 'r' }, desk))
  const current = async () => {
    const { status, objection } = await showFraudCase(amani, named, desk)
    return [status, objection]
  }
  const open = { by: 'Amani', proposal: null }
  await recordObjection(amani, { ...named, ...said }, desk)
  await reopenFraudCase(chanda, { ...named, reason: 'a new fact' }, desk)
  expect(await current()).toEqual(['under_review', open])
  await proposeDecision(fatou, { ...named, status: 'confirmed', reason: 'it was right' }, desk)
  await decideProposal(bahati, { ...named, decision: 'accept' }, desk)
  expect(await current()).toEqual(['confirmed', open])
  // These decided about the case after the objection was recorded.
  for (const involved of [fatou, chanda, supervisor('X', 'bahati')])
    expect(await decide(involved, 'accept')).toBe('uninvolved_person_required')
  await reopenFraudCase(chanda, { ...named, reason: 'another fact' }, desk)
  await proposeDecision(amani, { ...named, status: 'dismissed', reason: 'no facts' }, desk)
  await decideProposal(amani, { ...named, decision: 'accept' }, desk)
  expect(await current()).toEqual(['dismissed', open])
  const before = await countChanges()
  expect([await decide(dina, 'accept'), await decide(elie, 'accept')]).toEqual([null, null])
  // The case has no effect any more, so that an accepted objection moves nothing.
  expect([await current(), await countChanges()]).toEqual([['dismissed', null], before])
})

test('only a case of the network has an objection', async () => {
  const { named } = await world.report({ subject: { full_name: 'A' } })
  expect(await codeOf(recordObjection(amani, { ...named, ...said }, world.desk))).toBe(
    'case_status_not_allowed',
  )
})
