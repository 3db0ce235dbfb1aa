import { notedReads } from '@nani/foundation/platform/testing/noted-reads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assignFraudCase,
  claimFraudCase,
  contactReporter,
  decideProposal,
  noteFraudCase,
  prioritiseFraudCase,
  proposeDecision,
  reopenFraudCase,
  startFraudCase,
} from './case-acts.ts'
import {
  amani,
  auditor,
  bahati,
  chanda,
  codeOf,
  type DeskWorld,
  startDeskWorld,
} from './desk-world.fixture.ts'
import { mergeFraudCase } from './merge-cases.ts'
import { casesAsCsv, exportFraudCases } from './reading/export-cases.ts'
import {
  linkFraudCases,
  listFraudCases,
  openFraudCase,
  readCaseStatistics,
  showFraudCase,
} from './reading/read-cases.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await startDeskWorld()
})
afterAll(() => world.stop())

const phone = () => `+2438${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

describe('the roles of the desk', () => {
  test('an auditor reads masked cases, and changes and opens nothing', async () => {
    const { named } = await world.report()
    const { desk } = world
    expect((await showFraudCase(auditor, named, desk)).opened).toBe(false)
    for (const refused of [
      () => startFraudCase(auditor, named, desk),
      () => openFraudCase(auditor, { ...named, reason: 'r' }, desk),
      () => noteFraudCase(auditor, { ...named, text: 't' }, desk),
    ])
      expect(await codeOf(refused())).toBe('not_permitted')
  })

  test('only a supervisor reopens', async () => {
    const { named } = await world.report()
    const { desk } = world
    await startFraudCase(amani, named, desk)
    await proposeDecision(amani, { ...named, status: 'dismissed', reason: 'no facts' }, desk)
    await decideProposal(amani, { ...named, decision: 'accept' }, desk)
    expect(await codeOf(reopenFraudCase(amani, { ...named, reason: 'r' }, desk))).toBe('not_permitted')
    expect((await reopenFraudCase(chanda, { ...named, reason: 'new facts' }, desk)).status).toBe(
      'under_review',
    )
  })
})

test('each act is recorded with its actor, its account and the rule of two people', async () => {
  const { named, number } = await world.report({ subject: { full_name: 'A' } })
  const { desk } = world
  await startFraudCase(amani, named, desk)
  await prioritiseFraudCase(amani, { ...named, priority: 3 }, desk)
  await assignFraudCase(chanda, { ...named, to: 'Bahati' }, desk)
  await claimFraudCase(amani, named, desk)
  await contactReporter(amani, { ...named, text: 'asked for the receipt' }, desk)
  await proposeDecision(amani, { ...named, status: 'confirmed', reason: 'two witnesses' }, desk)
  expect(await codeOf(decideProposal(amani, { ...named, decision: 'accept' }, desk))).toBe(
    'second_person_required',
  )
  const decided = await decideProposal(bahati, { ...named, decision: 'accept' }, desk)
  expect(decided).toMatchObject({
    object: 'fraud_case',
    case_number: number,
    status: 'confirmed',
    proposal: null,
  })
  const acts = await world.acts(number)
  expect(acts.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'cases.start Amani',
    'cases.priority Amani',
    'cases.assign Chanda',
    'cases.claim Amani',
    'cases.contact Amani',
    'cases.propose Amani',
    'cases.decide Bahati',
  ])
  expect(acts.at(-1)?.after).toMatchObject({ status: 'confirmed', account: 'bahati', two_people: true })
  expect(JSON.stringify(acts)).not.toContain('receipt')
  const shown = await showFraudCase(amani, named, desk)
  expect(shown.contacts.map(({ actor, text }) => [actor, text])).toEqual([['Amani', 'asked for the receipt']])
})

test.each([
  ['priority', () => prioritiseFraudCase, { priority: 4 }, 'value_invalid'],
  ['note', () => noteFraudCase, { text: ' ' }, 'reason_required'],
  ['long note', () => noteFraudCase, { text: 'x'.repeat(10_001) }, 'text_too_long'],
  ['assignee', () => assignFraudCase, { to: 'x'.repeat(201) }, 'text_too_long'],
])('a wrong %s is refused and not recorded', async (_, act, input, code) => {
  const { named, number } = await world.report()
  expect(await codeOf(act()(amani, { ...named, ...input } as never, world.desk))).toBe(code)
  expect(await world.acts(number)).toEqual([])
})

describe('the view of a case', () => {
  const subject = { full_name: 'Ilunga Kabeya', date_of_birth: '1990-02-03', phone_number: '+243810000123' }

  test('masks the parties until they are opened with a reason, which is in the timeline', async () => {
    const { named, number } = await world.report({ subject })
    const { desk } = world
    const masked = JSON.stringify(await showFraudCase(amani, named, desk))
    for (const secret of ['Ilunga', 'Kabeya', '1990-02-03', '0000123', 'false page'])
      expect(masked).not.toContain(secret)
    expect(await codeOf(openFraudCase(amani, { ...named, reason: ' ' }, desk))).toBe('reason_required')
    const opened = await openFraudCase(amani, { ...named, reason: 'to call the bank' }, desk)
    expect(opened.parties?.subject).toMatchObject({
      full_name: 'Ilunga Kabeya',
      phone_number: '+243810000123',
    })
    expect(opened.description).toBe('A false page asked for the PIN.')
    expect(opened.timeline.at(-1)).toMatchObject({ act: 'open', actor: 'Amani', text: 'to call the bank' })
    expect((await world.acts(number)).map(({ action }) => action)).toEqual([
      'cases.show',
      'cases.open',
      'cases.show_opened',
    ])
  })

  test('is refused for an unknown case', async () => {
    const unknown = { environment: null, fraud_case: 'RDC-FRD-2026-999999' }
    expect(await codeOf(showFraudCase(amani, unknown, world.desk))).toBe('case_not_found')
    expect(await codeOf(startFraudCase(amani, unknown, world.desk))).toBe('case_not_found')
  })
})

describe('linked cases', () => {
  test('have their reasons and strengths, and form a cluster through others', async () => {
    const [one, another] = [phone(), phone()]
    const a = await world.report({ subject: { phone_number: one } })
    const b = await world.report({
      subject: { phone_number: one, full_name: 'Mbuyi', date_of_birth: '1980-01-01' },
    })
    const c = await world.report({
      subject: { full_name: 'MBUYI', date_of_birth: '1980-01-01' },
      victims: [{ phone_number: another }],
    })
    await world.report({ subject: { full_name: 'Tshala', date_of_birth: '1980-01-01' } })
    const graph = await linkFraudCases(amani, a.named, world.desk)
    expect(graph.size).toBe(3)
    expect(graph.links).toEqual([{ case_number: b.number, reasons: ['phone'], strength: 0.8 }])
    expect(graph.edges).toContainEqual({ from: b.number, to: c.number, reasons: ['birth'], strength: 0.6 })
    expect(graph.nodes.map(({ case_number }) => case_number).toSorted()).toEqual(
      [a.number, b.number, c.number].toSorted(),
    )
    expect((await showFraudCase(amani, a.named, world.desk)).cluster).toEqual({ size: 3, is_cut: false })
  })

  test('similar names of one birth date are linked by their similarity', async () => {
    const born = '1971-07-17'
    const a = await world.report({ subject: { full_name: 'Kasongo Mutombo', date_of_birth: born } })
    const b = await world.report({ subject: { full_name: 'Kasongo Mutonbo', date_of_birth: born } })
    const { links } = await linkFraudCases(amani, a.named, world.desk)
    expect(links.map(({ case_number, reasons }) => [case_number, reasons])).toEqual([[b.number, ['birth']]])
    expect(links[0]?.strength).toBeLessThan(0.6)
    expect(links[0]?.strength).toBeGreaterThan(0.3)
  })
})

describe('duplicates', () => {
  test('a new report that shares a party with an open case is shown as such', async () => {
    const subject = { phone_number: phone() }
    const a = await world.report({ subject })
    const b = await world.report({ subject })
    const { data } = await listFraudCases(amani, { environment: 'sandbox', limit: 900 }, world.desk)
    const of = (number: string) => data.find(({ case_number }) => case_number === number)?.possible_duplicates
    expect([of(a.number), of(b.number)]).toEqual([[b.number], [a.number]])
    expect((await showFraudCase(amani, b.named, world.desk)).possible_duplicates).toEqual([a.number])
  })

  test('a merge passes through under_review, with both events and without the number of the other case', async () => {
    const [a, b] = [await world.report(), await world.report()]
    const merge = { ...b.named, into: a.number, reason: 'the same fraud' }
    const merged = await mergeFraudCase(amani, merge, world.desk)
    expect(merged).toMatchObject({ status: 'dismissed', duplicate_of: a.number })
    const changes = await b.changes()
    expect(
      changes.map(({ object, previous_attributes: before }) => [before?.status, object?.status]),
    ).toEqual([
      ['received', 'under_review'],
      ['under_review', 'dismissed'],
    ])
    expect(JSON.stringify([changes, await b.current()])).not.toContain(a.number)
    expect((await showFraudCase(amani, b.named, world.desk)).timeline.map(({ act }) => act)).toEqual([
      'reported',
      'start',
      'propose',
      'accept',
    ])
    expect(await codeOf(mergeFraudCase(amani, { ...a.named, into: b.id, reason: 'r' }, world.desk))).toBe(
      'case_is_duplicate',
    )
    expect(await codeOf(mergeFraudCase(amani, { ...a.named, into: a.id, reason: 'r' }, world.desk))).toBe(
      'duplicate_of_itself',
    )
    expect((await a.current()).status).toBe('received')
  })

  test('of two merges in opposite directions one is done', async () => {
    const [a, b] = [await world.report(), await world.report()]
    const merge = (one: typeof a, into: typeof a) =>
      codeOf(mergeFraudCase(amani, { ...one.named, into: into.id, reason: 'r' }, world.desk))
    expect((await Promise.all([merge(a, b), merge(b, a)])).toSorted()).toEqual(
      ['case_is_duplicate', null].toSorted(),
    )
  })
})

test('the queue has late cases on top, then priority, then the deadline; decided cases follow', async () => {
  const environment = 'sandbox' as const
  const type = 'insider_fraud' as const
  const report = () =>
    world.report({ type, amount: { value: 10, currency: 'USD' }, location: { province: 'Kasaï' } })
  const [late, plain, urgent, decided] = [await report(), await report(), await report(), await report()]
  await prioritiseFraudCase(amani, { ...urgent.named, priority: 2 }, world.desk)
  await startFraudCase(amani, decided.named, world.desk)
  await proposeDecision(amani, { ...decided.named, status: 'dismissed', reason: 'r' }, world.desk)
  await decideProposal(amani, { ...decided.named, decision: 'accept' }, world.desk)
  await world.modes.database.pool.query(
    `update fraud_cases set due_at = created_at - interval '1 hour' where case_id = $1`,
    [late.id],
  )
  const numbers = async (filter = {}) =>
    (await listFraudCases(amani, { environment, type, limit: 10, ...filter }, world.desk)).data.map(
      ({ case_number }) => case_number,
    )
  expect(await numbers()).toEqual([late.number, urgent.number, plain.number, decided.number])
  expect(await numbers({ isLate: true })).toEqual([late.number])
  expect(await numbers({ statuses: ['dismissed'] })).toEqual([decided.number])
  expect(await numbers({ province: 'KASAÏ', minAmount: 11 })).toEqual([])
  expect(await numbers({ province: 'KASAÏ', maxAmount: 10, currency: 'USD', limit: 1 })).toEqual([
    late.number,
  ])
  expect(await numbers({ assignee: 'Amani' })).toEqual([decided.number])
  expect(await numbers({ assignee: null })).toHaveLength(3)
  expect(await numbers({ createdBefore: new Date(world.clock.now() - 3_600_000) })).toEqual([])
})

test('statistics count by type and outcome, with the time to a decision', async () => {
  const type = 'robbery' as const
  const [a] = [await world.report({ type }), await world.report({ type })]
  world.clock.advance(60_000)
  await startFraudCase(amani, a.named, world.desk)
  await proposeDecision(amani, { ...a.named, status: 'dismissed', reason: 'r' }, world.desk)
  await decideProposal(amani, { ...a.named, decision: 'accept' }, world.desk)
  const { reads, asked } = notedReads(world.desk.pool)
  const desk = { ...world.desk, reads }
  const statistics = await readCaseStatistics(auditor, { environment: 'sandbox' }, desk)
  // A report reads the replica.
  expect(asked.join('\n')).toContain('fraud_case')
  expect(statistics.by_type.robbery).toMatchObject({
    total: 2,
    by_status: { received: 1, dismissed: 1, confirmed: 0 },
    time_to_decision: { median_seconds: 60, p90_seconds: 60 },
  })
  expect(statistics.total).toBeGreaterThanOrEqual(2)
})

test('an export holds no personal data, and no cell is a formula', async () => {
  await world.report({
    type: 'sim_swap',
    subject: { full_name: 'Secret Person' },
    location: { province: '=HYPERLINK("http://x")' },
  })
  const exported = await exportFraudCases(auditor, { environment: 'sandbox', type: 'sim_swap' }, world.desk)
  const csv = casesAsCsv(exported.data)
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(csv).not.toMatch(/(?:^|,)=/m)
  expect(JSON.stringify(exported) + csv).not.toContain('Secret')
  expect(csv.split('\r\n')[0]).toMatch(/^case_number,id,environment,status,type,/)
})
