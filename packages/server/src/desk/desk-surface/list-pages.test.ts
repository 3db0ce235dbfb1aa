import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTopUp } from '../../money/invoicing/index.ts'
import { type DeskPerson, type DeskWorld, machine, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

/**
 * Every list of the desk has the pages of the console: a limit, and a cursor that is bound to its list, filters and reader. A page
 * reads its own rows alone.
 */

let world: DeskWorld
let everyone: DeskPerson
let other: DeskPerson
let path: string
const preview = 'lpv_pages'
beforeAll(async () => {
  world = await startDesk()
  everyone = await world.enrol(['supervisor', 'auditor'])
  other = await world.enrol(['supervisor', 'auditor'])
  path = (await withTopUps(1)).path
  const now = new Date(world.platform.clock.now())
  await world.database.pool.query(
    `insert into list_previews (preview_id, list_id, status, requested_by, created_at, progressed_at)
     values ($1, 'national', 'ready', 'Amina', $2, $2)`,
    [preview, now],
  )
})
afterAll(() => world.stop())

/** An organization of its own with requests for a top-up, the newest first. */
const withTopUps = async (count: number) => {
  const { owner } = await submittedReview(world, everyone, {})
  const needs = { ...world.platform, oneAccountMayBeTwo: false }
  const made: string[] = []
  for (let at = 0; at < count; at++) {
    const topUp = await requestTopUp(
      machine,
      { organization_id: owner.organization, amount: 10_000_000 },
      needs,
    )
    made.unshift(topUp.id)
    world.platform.clock.advance(1)
  }
  return { path: `/billing/organizations/${owner.organization}`, made }
}

type Described = { operationId: string; parameters?: { in: string; name: string }[] }
const listsOfDesk = async (): Promise<string[]> => {
  const { json } = await everyone.get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, { get?: Described }> }
  const fixed = ['/lists', '/search', '/queue', '/audit/export']
  return Object.entries(paths).flatMap(([route, { get }]) => {
    const answer = JSON.stringify((get as { responses?: object } | undefined)?.responses ?? {})
    const isList = answer.includes('"const":"list"')
    return isList && !fixed.includes(route) ? [route] : []
  })
}

test('each list of the desk takes a limit and a cursor, and refuses others', async () => {
  const routes = await listsOfDesk()
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) {
    const address = route
      .replace('{organization_id}', path.split('/')[3] as string)
      .replace('/lists/{id}', '/lists/national')
      .replace('{preview_id}', preview)
    const { status, json } = await everyone.get(`${address}?limit=1`)
    expect({ route, status, json }).toMatchObject({ status: 200, json: { object: 'list' } })
    expect(json).toHaveProperty('next_cursor')
    for (const wrong of ['limit=0', 'limit=101', 'cursor=abc', 'unknown=1'])
      expect({ route, wrong, ...(await everyone.get(`${address}?${wrong}`)) }).toMatchObject({
        ...{ status: 400, json: { error: 'invalid_request' } },
      })
  }
})

test('a list goes on after a row that left it between two pages', async () => {
  const { path: own, made } = await withTopUps(5)
  const read = async (by: DeskPerson, query: string) => (await by.get(`${own}/top-ups?${query}`)).json
  const first = await read(everyone, 'limit=2')
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  const cursor = encodeURIComponent(first.next_cursor as string)
  expect((await read(everyone, `limit=2&cursor=${cursor}`)).data.map(({ id }) => id)).toEqual(
    made.slice(2, 4),
  )
  expect(await other.get(`${own}/top-ups?cursor=${cursor}`)).toMatchObject({
    ...{ status: 400, json: { field: 'cursor' } },
  })
  await world.database.pool.query('delete from billing_topups where topup_id = $1', [made[1]])
  expect((await read(everyone, `limit=3&cursor=${cursor}`)).data.map(({ id }) => id)).toEqual(made.slice(2))
  const invoices = await everyone.get(`${own}/payments?cursor=${cursor}`)
  expect(invoices.status).toBe(400)
})

/** Copies of a row with other keys. Their times and names are equal, so that the last key alone orders them. */
const copies = (table: string, keys: string, of = '') =>
  `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${keys}))).*
   from ${table} one, generate_series(1, 5) n where one.ctid = (select ctid from ${table} ${of} limit 1)`
const rows = (table: string, columns: string, values: string, count = 5) =>
  `insert into ${table} (${columns}) select ${values} from given, generate_series(1, ${count}) n`
const caseColumns = `application_id, case_id, environment, case_number, type, status, priority, assignee, created_at, changed_at,
  through_alias, parties, has_identified_party, evidence_count, due_at`
const caseValues = (id: string, status: string, { priority = '0', assignee = 'null', due = 'now' }) =>
  `'app_list', '${id}_' || n, 'production', '${id}-' || n, 'phishing', '${status}', ${priority}, ${assignee}, now, now, false,
   '{"subject":null,"victims":[]}', false, 0, ${due}`
const late = `now - interval '1 day'`
const notLate = `now + interval '1 day'`
const ofOrganization = 'where organization_id = (select organization from given)'

const application = '(select min(application_id) from applications where organization_id = organization)'

/** What fills each list, with five rows at least. `given` has the organization and the time. */
const filled = (): Record<string, string[]> => ({
  '/billing/organizations': [
    copies('organizations', `'organization_id', 'org_' || n, 'rccm', null`, ofOrganization),
    copies('billing_wallets', `'organization_id', 'org_' || n, 'wallet_id', 'wal_' || n`, ofOrganization),
  ],
  '/billing/overdue': [
    rows(
      'billing_invoices',
      'invoice_id, organization_id, number, kind, status, currency, subtotal, tax, total, amount_due, issued_at, due_at',
      `'inv_' || n, organization, 'NANI-2026-00000' || n, 'usage', 'overdue', 'USD', 0, 0, 0, 10000, now, now`,
    ),
  ],
  [`${path}/invoices`]: [],
  [`${path}/payments`]: [
    rows(
      'billing_payments',
      'payment_id, organization_id, status, method, amount, external_reference, invoice_ids, declared_at, declared_by',
      `'pay_' || n, organization, 'declared', 'cash', 1000000, 'R', '{}', now, 'Amina'`,
    ),
  ],
  [`${path}/top-ups`]: [copies('billing_topups', `'topup_id', 'top_' || n`, ofOrganization)],
  '/billing/proposals': [
    rows(
      'billing_proposals',
      'proposal_id, organization_id, action, command, proposed_by, proposed_at',
      `'prp_' || n, organization, 'adjust', '[]', 'Amina', now`,
    ),
  ],
  '/billing/proposals?status=executed': [
    rows(
      'billing_proposals',
      'proposal_id, organization_id, action, command, proposed_by, proposed_at, executed_by, executed_at',
      `'prx_' || n, organization, 'adjust', '[]', 'Amina', now, 'Beni', now`,
    ),
  ],
  '/operators': [
    copies(
      'operators',
      `'operator_id', 'opr_' || n, 'email', n || '@example.cd', 'name', 'N' || n, 'name_key', 'n' || n`,
    ),
  ],
  '/proposals': [
    rows(
      'proposals',
      'proposal_id, act, subject, content, status, proposed_by, reason, proposed_at, expires_at',
      `'pro_' || n, 'organizations.suspend', 'org_' || n, '{}', 'proposed', 'Amina', 'R', now, now + interval '1 day'`,
    ),
  ],
  // More than one page of the largest size.
  '/lists/national/versions': [
    rows(
      'list_versions',
      'list_id, audience, sha256, format, source, fetched_at, confirmed_at, entries, added, changed, removed',
      `'national', 'everyone', repeat('a', 64), 'csv', 'list.csv', now, now, 0, 0, 0, 0`,
      105,
    ),
  ],
  [`/lists/previews/${preview}/entries`]: [
    rows(
      'list_preview_entries',
      'preview_id, kind, position, content',
      `'${preview}', (array['added', 'changed', 'removed'])[1 + n % 3], n,
       json_build_object('reference', n::text, 'name', 'N', 'fields', json_build_array(), 'is_cut', false)`,
    ),
  ],
  '/organizations': [],
  '/reviews': [
    rows(
      'production_reviews',
      'application_id, review_id, organization_id, status, enhanced, origin, services, scopes, purposes, name, created_at',
      `${application}, 'rev_' || n, organization, 'rejected', false, 'console', '{}', '{}', '{}', 'R', now`,
    ),
  ],
  '/disputes': [
    rows(
      'access_disputes',
      `application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at, service, scopes, sealed_text, created_at,
       changed_at`,
      `${application}, 'dsp_' || n, 'production', '', 'evt_' || n, now, now, 'kyc_validation', '{}', '', now, now`,
    ),
  ],
  // Late ones, open ones and decided ones, whose times are equal. The last keys are the priority and the id.
  '/cases': [
    rows('fraud_cases', caseColumns, caseValues('late', 'received', { priority: 'n % 2', due: late })),
    rows('fraud_cases', caseColumns, caseValues('open', 'under_review', { priority: 'n % 2', due: notLate })),
    rows('fraud_cases', caseColumns, caseValues('done', 'dismissed', {})),
  ],
  '/cases?status=dismissed': [],
  // The acts of the other rows.
  '/audit': [],
  '/alarms': [
    rows(
      'alarms',
      'application_id, kind, hour, raised_at, details',
      `'app_' || n, 'budget_exceeded', now, now, '{}'`,
    ),
  ],
})

const insert = (statement: string) => {
  const nowMs = world.platform.clock.now()
  return world.database.pool.query(
    `with given as (select $1::text as organization, $2::timestamptz as now) ${statement}`,
    [path.split('/')[3], new Date(nowMs)],
  )
}

test('each list has each row once in pages of two, also where the times of its rows are equal', async () => {
  for (const [route, statements] of Object.entries(filled())) {
    for (const statement of statements) await insert(statement)
    const read = async (query: string) =>
      (await everyone.get(`${route}${route.includes('?') ? '&' : '?'}${query}`)).json
    const first = (await read('limit=100')).data
    expect(first.length, route).toBeGreaterThanOrEqual(5)
    const walked = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(`limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      walked.push(...page.data)
      cursor = page.next_cursor
    }
    expect(walked.slice(0, 100), route).toEqual(first)
    expect(new Set(walked.map((row) => JSON.stringify(row))).size, route).toBe(walked.length)
    if (route.includes('versions')) expect(walked.length).toBeGreaterThanOrEqual(105)
  }
})

test('a case that becomes late between two pages is in one of them', async () => {
  const assignee = `'Zawadi'`
  const one = async (id: string, priority: string, due: string) =>
    insert(rows('fraud_cases', caseColumns, caseValues(id, 'received', { priority, assignee, due }), 1))
  for (const id of ['frd_a', 'frd_b']) await one(id, '3', notLate)
  await one('frd_c', '0', `now + interval '1 minute'`)
  await one('frd_d', '0', notLate)
  const read = async (query: string) => (await everyone.get(`/cases?assignee=Zawadi&limit=2${query}`)).json
  const first = await read('')
  world.platform.clock.advance(120_000)
  const second = await read(`&cursor=${encodeURIComponent(first.next_cursor as string)}`)
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect([ids, second.next_cursor]).toEqual([['frd_a_1', 'frd_b_1', 'frd_c_1', 'frd_d_1'], null])
})
