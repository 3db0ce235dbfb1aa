import { drawCaseGraph, drawCaseStatistics } from '@nani/server/services/fraud/index.ts'
import { expect, test } from 'vitest'
import {
  changedCaseText,
  graphText,
  listText,
  restorationText,
  shownCaseText,
  statisticsText,
} from './cases-text.ts'

const plain = { color: false } as Parameters<typeof listText>[1]
const at = '2026-03-15T12:00:00.000Z'
const listed = {
  ...{ object: 'fraud_case', id: 'frd_1', case_number: 'RDC-FRD-2026-000001', environment: 'production' },
  ...{ status: 'under_review', type: 'sim_swap', created_at: at, changed_at: at, due_at: at, is_late: true },
  ...{
    priority: 2,
    assignee: 'Amani\u001b[31m',
    proposal: { status: 'confirmed', by: 'Amani' },
    duplicate_of: null,
  },
  ...{ listed_victims: null, despite_mismatch: false, objection: null, false_report: 'no' },
  ...{ application_id: 'app_1', channel: null, province: null, amount: { value: 5, currency: 'USD' } },
  ...{ subject: null, victims: [], evidence_count: 0, erased: false },
  possible_duplicates: ['RDC-FRD-2026-000002'],
  duplicates_of_reporter: ['RDC-FRD-2026-000002'],
} as Parameters<typeof listText>[0]['data'][number]

test('a list has one line for each case, and no control characters of a name', () => {
  const text = listText({ object: 'list', data: [listed], has_more: true }, plain)
  expect(text).toMatch(/RDC-FRD-2026-000001 +under_review +sim_swap +late since 2026-03-15 12:00 +priority 2/)
  expect(text).toContain('5 USD  same party: RDC-FRD-2026-000002  reported again: RDC-FRD-2026-000002')
  expect(text).toContain('More cases follow')
  expect(text).not.toContain('\u001b')
  expect(listText({ object: 'list', data: [], has_more: false }, plain)).toBe('  There are no cases.\n')
})

test('an act prints the status, the assignee and the proposal', () => {
  expect(changedCaseText({ ...listed, assignee: 'Amani' })).toBe(
    '  RDC-FRD-2026-000001 is under_review, assigned to Amani, confirmed is proposed by Amani.\n',
  )
})

test('the end of a suspension says that the service may be used only where it may', () => {
  const restored = {
    ...({ object: 'service_restoration', application_id: 'app_1', service: 'fraud_reporting' } as const),
    ...({ status: 'restored', approved_services: [], is_live: true } satisfies object as {
      status: 'restored'
      approved_services: []
      is_live: boolean
    }),
  }
  expect(restorationText(restored)).toContain('app_1 may use fraud_reporting again')
  const notLive = restorationText({ ...restored, is_live: false })
  expect(notLive).toContain('nani applications show app_1')
  expect(notLive).not.toContain('may use')
})

const entry = { act: 'note', actor: 'Amani', account: 'amani', status: null, previous_status: null }
const shownCase: Parameters<typeof shownCaseText>[0] = {
  ...listed,
  ...{
    proposal_id: null,
    objection_proposal_id: null,
    false_report_proposal_id: null,
    opened: false,
    description: null,
    occurred_at: null,
    location: null,
  },
  reporter_reference: null,
  parties: { subject: null, victims: [] },
  evidence: [],
  timeline: [{ ...entry, at, text: 'called the bank' }],
  reporter: {
    application_id: 'app_1',
    reports: 4,
    confirmed: 1,
    dismissed: 2,
    reopened: 1,
    false_reports: 1,
  },
  ...{ notes: [], contacts: [], cluster: { size: 2, is_cut: false } },
  links: [{ case_number: 'RDC-FRD-2026-000002', reasons: ['phone'], strength: 0.8 }],
}

test('a case prints its parties, its timeline and its links', () => {
  const text = shownCaseText(shownCase, plain)
  expect(text).toContain('2026-03-15 12:00  Amani  note  called the bank')
  expect(text).toContain('RDC-FRD-2026-000002  0.80  phone')
  expect(text).toContain('4 reports: 1 confirmed, 2 dismissed, 1 reopened, 1 false')
  expect(text).toContain('Parties are masked')
})

test('a case prints the option by which a second person agrees to what waits', () => {
  expect(shownCaseText(shownCase, plain)).not.toContain('--proposal')
  const proposed = shownCaseText({ ...shownCase, proposal_id: 'frd_1-4' }, plain)
  expect(proposed).toContain('confirmed by Amani; the second person gives --proposal frd_1-4')
  const objection = { by: 'Boris', proposal: { decision: 'accept', by: 'Dina' } } as const
  const objected = shownCaseText({ ...shownCase, objection, objection_proposal_id: 'frd_1-7' }, plain)
  expect(objected).toMatch(/accept is proposed by Dina\).*--proposal frd_1-7/)
  const twoIds = { false_report: 'proposed', false_report_proposal_id: 'frd_1-9' } as const
  expect(shownCaseText({ ...shownCase, ...twoIds }, plain)).toMatch(/is false; .*--proposal frd_1-9/)
})

const graph = {
  ...{ object: 'fraud_case_graph', case_number: 'RDC-FRD-2026-000001', size: 2, is_cut: false, links: [] },
  nodes: [
    { case_number: 'RDC-FRD-2026-000001', id: 'frd_1', type: 'sim_swap', status: 'received' },
    { case_number: 'RDC-FRD-2026-000002', id: 'frd_2', type: 'sim_swap', status: 'confirmed' },
  ],
  edges: [{ from: 'RDC-FRD-2026-000001', to: 'RDC-FRD-2026-000002', reasons: ['phone'], strength: 0.8 }],
} as Parameters<typeof drawCaseGraph>[0]

test('a cluster is printed and drawn with every case and reason', async () => {
  expect(graphText(graph)).toMatch(/2 cases\.\n +RDC-FRD-2026-000001 +RDC-FRD-2026-000002 +0\.80 +phone/)
  expect(graphText({ ...graph, size: 1 })).toContain('linked to no other case')
  const svg = await drawCaseGraph(graph)
  for (const text of ['<svg', 'RDC-FRD-2026-000001', 'RDC-FRD-2026-000002', 'phone'])
    expect(svg).toContain(text)
})

test('statistics are printed and plotted by type', async () => {
  const sums = {
    ...{ total: 3, late: 1, time_to_decision: { median_seconds: 3_600, p90_seconds: null } },
    by_status: { received: 1, under_review: 1, confirmed: 1, dismissed: 0, escalated_to_authorities: 0 },
  }
  const statistics: Parameters<typeof drawCaseStatistics>[0] = {
    ...{ object: 'fraud_case_statistics', environment: null, open: 2, ...sums },
    by_type: { sim_swap: sums },
  }
  expect(statisticsText(statistics)).toContain(
    '3 cases, 2 open, 1 late. Time to decision: median 60 min, p90 –.',
  )
  expect(statisticsText(statistics)).toMatch(/sim_swap +3 +2 +1 +1 +0 +0 +60 min/)
  const svg = await drawCaseStatistics(statistics)
  for (const text of ['<svg', 'sim_swap', 'Hours from report to decision', '1 h median'])
    expect(svg).toContain(text)
})
