import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCitizens } from '../../../register/register/index.ts'
import { writeNetworkParties } from '../../../risk/fraud-network/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { openCaseNetwork } from '../case-network.ts'
import { renewNetwork } from '../renew-network.ts'
import { decideProposal, proposeDecision, reopenFraudCase, startFraudCase } from './case-acts.ts'
import { amani, bahati, chanda, codeOf, type DeskWorld, startDeskWorld } from './desk-world.fixture.ts'
import { showFraudCase } from './reading/read-cases.ts'

const guilty = testCitizen({
  ...{ svc_id: 'COD-7000-0000-0001', full_name: 'Mukendi Tshala Alain', date_of_birth: '1971-02-03' },
  ...{ documents: [], phone_numbers: [] },
})
const innocent = { full_name: 'Ngalula Mbuyi Chantal', date_of_birth: '1990-09-09', nationality: 'COD' }
const byNumber = { identifier: { type: 'svc_id', value: guilty.svc_id } }

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld('production')
  await writeCitizens(world.modes.database.pool, [guilty], 'production')
})
afterAll(() => world.stop())

/** The cases that a screening by name, birth and nationality finds. */
const namedIn = async (person: typeof innocent): Promise<string[]> => {
  const { full_name, date_of_birth: dateOfBirth, nationality } = person
  const subject = { svcId: null, rccm: null, names: [full_name], dateOfBirth, nationality }
  const { suspectIn } = await world.network.find(subject, {
    environment: 'production',
    applicationId: 'app_1',
  })
  return suspectIn.map(({ caseNumber }) => caseNumber)
}
const isVictim = async (svcId: string): Promise<boolean> => {
  const subject = { svcId, rccm: null, names: [], dateOfBirth: null, nationality: null }
  const { victimOn } = await world.network.find(subject, {
    environment: 'production',
    applicationId: 'app_1',
  })
  return victimOn.length > 0
}

const started = async (changes: Record<string, unknown>) => {
  const one = await world.report(changes)
  await startFraudCase(amani, one.named, world.desk)
  return one
}
const despiteMismatch = 'the passport was forged on purpose'
const confirmed = { status: 'confirmed', reason: 'two witnesses' } as const
const accept = { decision: 'accept' } as const

describe('a report with the number of one citizen and the name of another', () => {
  const subject = { ...byNumber, ...innocent, role: 'suspect' }

  test('lists the citizen of the number by the name of the register, and never the other one', async () => {
    const { named, number } = await started({ subject })
    const { desk } = world
    await proposeDecision(amani, { ...named, ...confirmed, despite_mismatch: despiteMismatch }, desk)
    await decideProposal(bahati, { ...named, ...accept, despite_mismatch: despiteMismatch }, desk)
    expect(await namedIn(innocent)).toEqual([])
    // Other tests of this file leave cases about the same person.
    expect(await namedIn(guilty)).toContain(number)
    await reopenFraudCase(chanda, { ...named, reason: 'end' }, desk)
    expect(await namedIn(guilty)).not.toContain(number)
  })

  test('is shown with the verdicts, and confirmed only by two people who both say that they saw them', async () => {
    const { named, number } = await started({ subject })
    const { desk } = world
    const shown = await showFraudCase(amani, named, desk)
    expect(shown.parties?.subject?.register).toEqual({
      ...{ verdict: 'no_match', full_name: 'no_match', date_of_birth: 'no_match', nationality: 'match' },
    })
    expect(JSON.stringify(shown)).not.toMatch(/Mukendi|1971/)
    expect(await codeOf(proposeDecision(amani, { ...named, ...confirmed }, desk))).toBe('identity_unclear')
    expect(
      await codeOf(proposeDecision(amani, { ...named, ...confirmed, status: 'dismissed' }, desk)),
    ).toBeNull()
    await decideProposal(amani, { ...named, decision: 'reject' }, desk)
    await proposeDecision(amani, { ...named, ...confirmed, despite_mismatch: despiteMismatch }, desk)
    expect(await codeOf(decideProposal(bahati, { ...named, ...accept }, desk))).toBe('identity_unclear')
    const decided = await decideProposal(
      bahati,
      { ...named, ...accept, despite_mismatch: despiteMismatch },
      desk,
    )
    expect(decided).toMatchObject({ status: 'confirmed', despite_mismatch: true })
    const { timeline } = await showFraudCase(amani, named, desk)
    const said = timeline.flatMap(({ actor, text }) => (text?.includes(despiteMismatch) ? [actor] : []))
    expect(said).toEqual(['Amani', 'Bahati'])
    const decision = (await world.acts(number)).find(
      ({ action, actor }) => action === 'cases.decide' && actor === 'Bahati',
    )
    expect(decision?.after).toMatchObject({ despite_mismatch: true })
  })
})

test('a party that matches the register, or that has no number, needs no further statement', async () => {
  const { full_name, date_of_birth } = guilty
  const clear = { ...byNumber, full_name, date_of_birth, role: 'suspect' }
  for (const subject of [clear, { ...byNumber, role: 'suspect' }, { ...innocent, role: 'suspect' }]) {
    const { named } = await started({ subject })
    expect(await codeOf(proposeDecision(amani, { ...named, ...confirmed }, world.desk))).toBeNull()
  }
})

test('a number that no one has is unclear, and one of an unknown party does not matter', async () => {
  const invented = { identifier: { type: 'svc_id', value: 'COD-7999-0000-0001' }, ...innocent }
  const codes: (string | null)[] = []
  for (const role of ['suspect', 'unknown']) {
    const { named } = await started({ subject: { ...invented, role } })
    codes.push(await codeOf(proposeDecision(amani, { ...named, ...confirmed }, world.desk)))
  }
  expect(codes).toEqual(['identity_unclear', null])
})

describe('victims', () => {
  const victim = (place: number) => `COD-7100-0000-000${place}`
  const bodyOf = (from: number) => ({
    type: 'robbery',
    subject: { full_name: 'A', role: 'suspect' },
    victims: [0, 1].map((place) => ({ identifier: { type: 'svc_id', value: victim(from + place) } })),
  })
  const flagged = async (from: number) => [await isVictim(victim(from)), await isVictim(victim(from + 1))]

  test.each([
    ['without a choice', undefined, 0, [false, false]],
    ['with none', [], 2, [false, false]],
    ['with the second', [1], 4, [false, true]],
    ['with all', 'all' as const, 6, [true, true]],
  ])(
    '%s are marked as the proposal says, and the second person decides exactly that',
    async (_, victims, from, expected) => {
      const { named } = await started(bodyOf(from))
      const { desk } = world
      const proposal = { ...named, ...confirmed, victims, despite_mismatch: 'not registered yet' }
      const proposed = await proposeDecision(amani, proposal, desk)
      const chosen = expected.flatMap((is, place) => (is ? [place] : []))
      expect(proposed.listed_victims).toEqual(chosen)
      const decided = await decideProposal(
        bahati,
        { ...named, ...accept, despite_mismatch: 'not registered' },
        desk,
      )
      expect(decided.listed_victims).toEqual(chosen)
      expect(await flagged(from)).toEqual(expected)
    },
  )

  test('include a subject with this role, and a position without a victim is refused', async () => {
    const { named } = await started({ type: 'sim_swap', subject: byNumber })
    const { desk } = world
    expect(await codeOf(proposeDecision(amani, { ...named, ...confirmed, victims: [0] }, desk))).toBe(
      'victim_not_found',
    )
    await proposeDecision(amani, { ...named, ...confirmed, victims: ['subject'] }, desk)
    expect((await decideProposal(bahati, { ...named, ...accept }, desk)).listed_victims).toEqual(['subject'])
    expect(await isVictim(guilty.svc_id)).toBe(true)
  })
})

test('an entry of an earlier release is derived again from the register, and keeps its day', async () => {
  const { named, number, id, application } = await started({
    subject: { ...byNumber, ...innocent, role: 'suspect' },
  })
  const { desk, modes } = world
  const { pool } = modes.database
  await proposeDecision(amani, { ...named, ...confirmed, despite_mismatch: despiteMismatch }, desk)
  await decideProposal(bahati, { ...named, ...accept, despite_mismatch: despiteMismatch }, desk)
  // As the earlier release wrote it: with what the reporter wrote, and without a choice.
  const { rows } = await pool.query<{ sealed_key: Buffer }>(
    'select sealed_key from fraud_case_keys where case_id = $1',
    [id],
  )
  const of = {
    applicationId: application.applicationId,
    caseId: id,
    sealedKey: rows[0]?.sealed_key as Buffer,
  }
  const store = { pool, ...world.networkKeys }
  await writeNetworkParties(store, 'production', [
    {
      ...{ case_number: number, party: 0, role: 'suspect', case_type: 'phishing', case_status: 'confirmed' },
      ...{ confirmed_on: '2025-05-05', svc_id: guilty.svc_id, rccm: null, ...innocent, of },
    },
  ])
  await pool.query('update fraud_network_parties set derivation = 1 where case_number = $1', [number])
  await pool.query(
    'update fraud_cases set listed_victims = null, despite_mismatch = null where case_id = $1',
    [id],
  )
  expect(await namedIn(innocent)).toEqual([number])
  const errors: unknown[] = []
  const renewing = {
    pool: modes.platform.pool,
    network: openCaseNetwork(modes.platform),
    onError: (error: unknown) => errors.push(error),
  }
  expect([await renewNetwork(renewing), await renewNetwork(renewing), errors]).toEqual([1, 0, []])
  expect(await namedIn(innocent)).toEqual([])
  expect(await namedIn(guilty)).toContain(number)
  const { rows: days } = await pool.query(
    `select confirmed_on::text as day from fraud_network_parties where case_number = $1`,
    [number],
  )
  expect(days).toEqual([{ day: '2025-05-05' }])
})
