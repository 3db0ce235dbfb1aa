import type { Page } from 'playwright-core'
import { hostile, invoice, payment, topUp, wallet } from '../console/console-data.ts'
import { type Answers, ok, refused } from '../contract-server.ts'
import type { StaffScene } from '../staff/staff-scene.ts'
import { auditor as auditorMe, me } from './desk-data.ts'

const at = '2026-11-24T10:00:00.000Z'
const money = (value: number) => ({ value, currency: 'USD' })
const list = (...data: unknown[]) => ok({ object: 'list', data, next_cursor: null })

const listed = {
  ...{ object: 'fraud_case', id: 'frd_1', case_number: 'RDC-FRD-2026-000001', environment: 'production' },
  ...{ status: 'under_review', type: 'sim_swap', created_at: at, changed_at: at, due_at: at, is_late: true },
  ...{ priority: 2, assignee: hostile, proposal: null, duplicate_of: null, listed_victims: null },
  ...{ despite_mismatch: false, objection: null, false_report: 'no', application_id: 'app_1' },
  ...{ channel: 'branch', province: 'Kinshasa', amount: money(1_200), evidence_count: 3, erased: false },
  ...{ possible_duplicates: ['RDC-FRD-2026-000002'], duplicates_of_reporter: [] },
}
const party = {
  ...{ type: 'individual', role: 'suspect', anonymous: false, country: 'COD', full_name: 'K•••' },
  ...{ identifier: { type: 'svc_id', value: '•••001', issuing_country: 'COD' }, date_of_birth: '•••' },
  ...{ nationality: 'COD', phone_number: '•••01', business_name: null, registration_number: null },
  register: { verdict: 'no_match', full_name: 'no_match', date_of_birth: 'match', nationality: 'match' },
}
const entry = {
  at,
  act: 'note',
  actor: hostile,
  account: null,
  status: null,
  previous_status: null,
  text: hostile,
}
const file = { description: null, malware: null, scanned_at: at, bytes: 20_480 }
export const shown = {
  ...listed,
  ...{ opened: false, description: null, occurred_at: at, reporter_reference: hostile },
  parties: {
    subject: party,
    victims: [{ ...party, role: 'victim', register: { ...party.register, verdict: 'match' } }],
  },
  location: { country: 'COD', province: 'Kinshasa', city: 'Gombe' },
  evidence: [
    { ...file, position: 0, type: 'image', format: 'png' },
    { ...file, position: 1, type: 'transaction_log', format: 'csv' },
    { ...file, position: 2, type: 'audio', format: 'mp3' },
    { ...file, position: 3, type: 'document', format: 'pdf', malware: 'Eicar' },
  ],
  timeline: [
    entry,
    { ...entry, act: 'start', previous_status: 'received', status: 'under_review', text: null },
  ],
  reporter: {
    application_id: 'app_1',
    reports: 9,
    confirmed: 5,
    dismissed: 3,
    reopened: 0,
    false_reports: 1,
  },
  links: [],
  cluster: { size: 3, is_cut: false },
}
const openParty = { ...party, full_name: hostile, business_name: hostile, phone_number: hostile }
const opened = {
  ...shown,
  ...{ opened: true, description: hostile },
  evidence: shown.evidence.map((one) => ({ ...one, description: hostile })),
  parties: { subject: openParty, victims: [{ ...openParty, type: 'business', role: 'victim' }] },
}
const proposed = {
  ...shown,
  proposal: { status: 'confirmed', by: 'Grace Kalala' },
  timeline: [...shown.timeline, { ...entry, act: 'propose', text: hostile }],
}
const node = (number: number, status: string) => ({
  ...{ case_number: `RDC-FRD-2026-00000${number}`, id: `frd_${number}`, type: 'sim_swap', status },
})
const edge = (from: number, to: number) => ({
  ...{
    from: node(from, '').case_number,
    to: node(to, '').case_number,
    reasons: ['phone', 'birth'],
    strength: 0.7,
  },
})
const graph = {
  ...{ object: 'fraud_case_graph', case_number: listed.case_number, size: 3, is_cut: false, links: [] },
  nodes: [node(1, 'under_review'), node(2, 'confirmed'), node(3, 'dismissed')],
  edges: [edge(1, 2), edge(2, 3)],
}
const counts = { received: 3, under_review: 4, confirmed: 7, dismissed: 2, escalated_to_authorities: 1 }
const stats = {
  ...{ object: 'fraud_case_statistics', environment: null, total: 17, late: 2, open: 7, by_status: counts },
  ...{ time_to_decision: { median_seconds: 90_000, p90_seconds: 250_000 }, by_type: {} },
}
const base64 = (text: string): string => Buffer.from(text).toString('base64')
/** A tenth of a second of PCM, one channel of 8 kHz, as the server writes it. Each byte is a character. */
const silence = ((): string => {
  const samples = 800
  const number = (value: number, bytes: number) =>
    String.fromCharCode(...Array.from({ length: bytes }, (_, place) => (value >> (8 * place)) & 255))
  const form = [
    number(16, 4),
    number(1, 2),
    number(1, 2),
    number(8_000, 4),
    number(8_000, 4),
    number(1, 2),
    number(8, 2),
  ]
  return `RIFF${number(36 + samples, 4)}WAVEfmt ${form.join('')}data${number(samples, 4)}${'@'.repeat(samples)}`
})()
export const evidenceOf = (format: string, content_type: string, text: string) =>
  ok({
    ...{
      object: 'fraud_evidence',
      case_number: listed.case_number,
      position: 1,
      type: 'x',
      format,
      omitted: 2,
    },
    files: [{ name: hostile, content_type, data: base64(text) }],
  })
const version = {
  ...{
    object: 'list_version',
    id: 1,
    list: 'un_consolidated',
    version: '2026-11-20',
    source_date: '2026-11-20',
  },
  ...{
    source: hostile,
    sha256: 'ab'.repeat(32),
    fetched_at: at,
    confirmed_at: at,
    entries: 42_000,
    added: 12,
  },
  ...{ changed: 3, removed: 1 },
}
const screened = {
  object: 'screening_list',
  id: 'un_consolidated',
  name: 'ONU',
  category: 'sanctions',
  is_stale: true,
}
const preview = {
  ...{ object: 'list_preview', id: 'lpv_1', list: 'un_consolidated', status: 'ready' },
  ...{ requested_by: hostile, created_at: at, progress: { screened: 100_000, subjects: 100_000 } },
  changes: {
    ...{ added: 12, removed: 9_000, changed: 3, entries: 42_000 },
    alerts: [
      { application_id: 'app_01M7YS1Q44S1432YGAVSNSSJEF', subjects: 250 },
      { application_id: 'app_01M7YS1Q44S1432YGAVSNSSJEG', subjects: 50 },
    ],
  },
  failure: null,
}
const running = {
  ...preview,
  ...{ status: 'running', changes: null, progress: { screened: 42_000, subjects: 100_000 } },
}
const previewOf = (shown: object): Answers => ({ 'GET /lists/previews/lpv_1': ok(shown) })
const previewedEntry = {
  ...{ object: 'list_preview_entry', kind: 'added', reference: hostile, name: hostile, is_cut: true },
  fields: [
    { field: 'names', before: [], after: [hostile] },
    { field: 'listed_on', before: [], after: ['2026-11-20'] },
  ],
}
const changedEntry = {
  ...{ ...previewedEntry, kind: 'changed', reference: 'C.1' },
  fields: [{ field: 'names', before: [hostile, 'Kiala Nsimba'], after: [`${hostile} · alias`] }],
}
const dispute = {
  ...{ id: 'dsp_1', status: 'open', environment: 'production', application_id: 'app_1', created_at: at },
  ...{ changed_at: at, text: hostile, answers: [{ from: 'installation', at, text: hostile }] },
  access: {
    ...{
      id: 'kyc_1',
      at,
      organization: hostile,
      application: 'Ouverture de compte',
      service: 'kyc_validation',
    },
    ...{ purpose: 'customer_onboarding', scopes: ['kyc.basic'] },
  },
}
const proposal = {
  ...{ status: 'proposed', object: 'proposal', id: 'prp_1', action: 'void', proposed_by: 'Grace Kalala' },
  ...{ command: { id: 'inv_1', reason: hostile }, proposed_at: at, expires_at: at },
  ...{ organization_id: 'org_1', organization: hostile, reason: hostile },
}
const organization = {
  ...{
    object: 'organization_money',
    organization_id: 'org_1',
    organization: hostile,
    wallet,
    owed: money(3),
  },
  ...{ overdue: money(348), unapplied: money(0), submitted_top_ups: 1, declared_payments: 2 },
}
const m = '/billing/organizations/org_1'
const cycle = {
  ...{ object: 'billing_run', as_of: at },
  actions: [
    { at, action: 'invoice_issued', invoice_id: 'inv_2', number: '2026-000124' },
    { at, action: 'services_suspended', invoice_id: 'inv_1', number: '2026-000123' },
  ],
}

const usual: Answers = {
  'GET /me': ok({ ...me, roles: ['supervisor'] }),
  'GET /cases': list(listed),
  'GET /cases/stats': ok(stats),
  'GET /cases/frd_1': ok(shown),
  'GET /cases/frd_1/graph': ok(graph),
  'GET /lists': ok({
    object: 'list',
    threshold: 0.85,
    threshold_version: 1,
    data: [{ ...screened, version }],
  }),
  'GET /lists/un_consolidated/versions': list(version),
  ...previewOf(preview),
  'GET /lists/previews/lpv_1/entries': list(previewedEntry, changedEntry, {
    ...changedEntry,
    reference: 'C.2',
    fields: [],
  }),
  'GET /disputes': list(dispute),
  'GET /disputes/dsp_1': ok(dispute),
  'GET /billing/organizations': list(organization),
  [`GET ${m}/forecast`]: ok({
    ...{ object: 'forecast', spent: money(120), forecast: money(310) },
    by_application: [{ application_id: 'app_1', amount: money(120), budget: null }],
  }),
  [`GET ${m}/prices`]: ok({
    ...{ id: 'prl_1', object: 'price_list', currency: 'USD', vat_percent: 16 },
    services: { kyc_validation: { single: 0.1, batch_item: 0.1 } },
    scope_tiers: { basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 },
  }),
  [`POST ${m}/reconcile`]: ok({
    ...{ object: 'reconciliation', missing: ['pay_9'] },
    data: [
      {
        ...{ line: 1, date: '2026-11-20', amount: money(58), reference: hostile, match: 'payment' },
        ...{ by: 'reference', payment_id: 'pay_1', payment_status: 'declared', invoice_id: 'inv_1' },
      },
    ],
  }),
  'GET /billing/overdue': list({
    ...{ ...invoice, organization_id: 'org_1', organization: hostile, days_overdue: 12 },
  }),
  'GET /billing/proposals': list(proposal),
  [`GET ${m}`]: ok({ wallet, allowances: [], unapplied: money(0) }),
  [`GET ${m}/invoices`]: list(invoice),
  [`GET ${m}/payments`]: list(payment),
  [`GET ${m}/top-ups`]: list(topUp),
}
const auditor = { 'GET /me': ok(auditorMe) }

type AreaScene = Omit<StaffScene, 'answers'> & { answers?: Answers }

const view = (position: number) => async (page: Page) => {
  await page.click(`button[aria-label$=" ${position + 1}"]`)
  await page.fill('.party form textarea >> nth=-1', 'Une plainte.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

const given: AreaScene[] = [
  { name: 'cases', path: '/cases', shows: '.records' },
  { name: 'cases-empty', path: '/cases', answers: { 'GET /cases': list() }, shows: '.empty' },
  { name: 'case', path: '/cases/frd_1', shows: '.graph' },
  {
    name: 'case-proposed',
    path: '/cases/frd_1',
    answers: { 'GET /cases/frd_1': ok(proposed) },
    shows: '.graph',
  },
  {
    name: 'case-reason-kept',
    path: '/cases/frd_1',
    answers: { 'POST /cases/frd_1/open': refused(503, 'unavailable') },
    async act(page) {
      await page.fill('.party ~ form textarea', 'Une plainte.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    },
    shows: '[role=alert]',
  },
  {
    ...{ name: 'case-opened', path: '/cases/frd_1', shows: '.words' },
    answers: { 'POST /cases/frd_1/open': ok(opened) },
    async act(page) {
      await page.fill('.party ~ form textarea', 'Une plainte.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    },
  },
  {
    ...{ name: 'case-table', path: '/cases/frd_1', act: view(1), shows: '.cells' },
    answers: {
      'GET /cases/frd_1/evidence/1': evidenceOf(
        'csv',
        'text/csv; charset=utf-8',
        `nom,valeur\n"${hostile}","'=1+1"\n`,
      ),
    },
  },
  {
    ...{ name: 'case-sound', path: '/cases/frd_1', act: view(2), shows: 'audio' },
    answers: { 'GET /cases/frd_1/evidence/2': evidenceOf('mp3', 'audio/wav', silence) },
  },
  {
    ...{
      name: 'case-hostile-file',
      path: '/cases/frd_1',
      act: view(0),
      shows: '.evidence-view [role=alert]',
    },
    answers: { 'GET /cases/frd_1/evidence/0': evidenceOf('png', 'text/html', '<script>alert(1)</script>') },
  },
  { name: 'lists', path: '/lists', shows: '.records' },
  { name: 'list', path: '/lists/un_consolidated', shows: '.records' },
  {
    ...{ name: 'list-other-preview', path: '/lists/un_consolidated', shows: 'a[href*=lpv_2]' },
    answers: {
      'POST /lists/un_consolidated/previews': refused(409, 'conflict', { preview_id: 'lpv_2' }),
    },
    async act(page) {
      const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('reference') }
      await page.setInputFiles('input[type=file]', file)
      await page.click('button[type=submit]')
    },
  },
  { name: 'preview', path: '/lists/previews/lpv_1', shows: '.records' },
  {
    ...{ name: 'preview-import', path: '/lists/previews/lpv_1', shows: '[role=dialog] input[type=checkbox]' },
    act: (page) => page.locator('main button').first().click(),
  },
  {
    ...{ name: 'preview-without-entries', path: '/lists/previews/lpv_1', shows: '.empty' },
    answers: { 'GET /lists/previews/lpv_1/entries': list() },
  },
  {
    ...{ name: 'preview-running', path: '/lists/previews/lpv_1', shows: 'progress' },
    answers: previewOf(running),
  },
  {
    ...{ name: 'preview-reading', path: '/lists/previews/lpv_1', shows: 'progress' },
    answers: previewOf({ ...running, progress: { screened: 0, subjects: null } }),
  },
  ...(['failed', 'stopped', 'imported'] as const).map((status) => ({
    ...{ name: `preview-${status}`, path: '/lists/previews/lpv_1', shows: '.mantine-Alert-root' },
    answers: previewOf({ ...preview, status, failure: 'The file is empty.' }),
  })),
  { name: 'disputes', path: '/disputes', shows: '.records' },
  { name: 'dispute', path: '/disputes/dsp_1', shows: '.messages' },
  { name: 'consents', path: '/consents', shows: 'textarea' },
  { name: 'billing', path: '/billing', shows: '.records' },
  {
    ...{ name: 'bank-statement', path: m, shows: 'form:has(input[name=statement]) ~ .records' },
    async act(page) {
      const buffer = Buffer.from('2026-11-20;58.00;VIR-1\n')
      await page.setInputFiles('input[name=statement]', { name: 'releve.csv', mimeType: 'text/csv', buffer })
      await page.locator('form:has(input[name=statement]) button').press('Enter')
    },
  },
  { name: 'organization-money-auditor', path: m, answers: auditor, shows: '.records' },
  {
    ...{ name: 'organization-money', path: m, shows: '.records details[open]' },
    act: (page) => page.locator('.records summary').first().click(),
  },
  {
    ...{ name: 'money-forms', path: m, shows: 'input[type=tel]' },
    act: (page) =>
      page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })"),
  },
  {
    ...{ name: 'billing-cycle', path: m, shows: 'text=2026-000124' },
    answers: { [`GET ${m}/rehearsal`]: ok(cycle) },
    act: (page) =>
      page.getByRole('button', { name: /^(?:Montrer ce qui est dû|Show what is due)/ }).press('Enter'),
  },
]

/** The scenes of cases, lists, disputes, consents and billing. */
export const areaScenes: StaffScene[] = given.map((scene) => ({
  ...scene,
  answers: { ...usual, ...scene.answers },
}))
