import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOnlyTables, rightsOf, tables } from '../packages/foundation/src/storage/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { sqlTextsOf } from './sql-texts.ts'
import { type SqlWrite, writesOf } from './sql-writes.ts'

const root = join(import.meta.dirname, '..')

/** Statements that run through the login of the owner. */
const ofTheOwner: Readonly<Record<string, readonly string[]>> = {
  'packages/server/src/citizens/accesses/disputes/forget-disputes.ts': [
    'delete access_disputes',
    'delete access_dispute_answers',
  ],
  'packages/server/src/citizens/consents/forget-consents.ts': [
    'delete credit_consents',
    'delete credit_consent_approvals',
    'delete credit_consent_uses',
  ],
  'packages/server/src/risk/fraud-network/forget-changes.ts': [
    'delete fraud_network_changes',
    'update fraud_network_revision',
  ],
  'packages/server/src/app/installation-rules/settle-rule.ts': [
    'insert installation_rules',
    'update installation_rules',
  ],
  'packages/server/src/app/audit-transparency/checkpoints.ts': [
    'delete audit_checkpoints',
    'delete audit_cosignatures',
  ],
  'packages/server/src/desk/proposals/proposals.ts': ['delete proposals'],
  'packages/server/src/organizations/conformance/run-rows.ts': ['delete conformance_runs'],
  'packages/server/src/calls/outbox/retention.ts': ['delete webhook_deliveries'],
  'packages/server/src/calls/receipts/retention.ts': ['delete receipt_keys'],
  'packages/server/src/services/fraud/retention.ts': [
    'delete fraud_report_counts',
    'delete fraud_case_counts',
    'insert fraud_case_counts',
    'delete fraud_case_keys',
    'delete fraud_evidence',
    'delete fraud_party_keys',
    'update fraud_case_entries',
    'update fraud_cases',
  ],
  'packages/server/src/services/monitoring/charge-months.ts': ['delete monitor_months'],
  'packages/server/src/citizens/citizen-devices/retention.ts': ['delete device_enrolments'],
  'packages/server/src/services/sign-in/approvals/evidence.ts': ['delete sign_in_approvals'],
  'packages/server/src/organizations/mail/mail-rows.ts': ['delete mails'],
  'packages/server/src/organizations/people-surface/repeated-requests.ts': [
    'delete member_repeated_requests',
  ],
  'packages/server/src/organizations/people/retention.ts': [
    ...['delete member_attempts', 'delete member_registrations', 'delete member_password_resets'],
    ...['delete member_sessions', 'delete member_sign_ins', 'delete member_identity_visits'],
  ],
  'packages/server/src/citizens/sms/message-rows.ts': ['delete sms_messages'],
  'packages/server/src/services/sign-in/requests/requests.ts': [
    'delete sign_in_codes',
    'delete sign_in_requests',
  ],
  'packages/server/src/services/sign-in/requests/unidentified.ts': ['delete sign_in_requests'],
  'packages/foundation/src/archive/archived-days.ts': ['insert archived_days', 'update archived_days'],
  'packages/server/src/register/register-outbox/carry.ts': ['delete carried_effects'],
  'packages/server/src/register/register/remove-citizens.ts': ['delete citizens'],
  'packages/server/src/register/credit-records/delete-credit-records.ts': ['delete credit_records'],
  'packages/foundation/src/storage/day-salts.ts': ['delete day_salts'],
  'packages/server/src/app/cells/cell-rows.ts': ['insert cells', 'update cells'],
  'packages/server/src/app/cells/remove-cell.ts': ['delete cells'],
  'packages/server/src/app/cells/cell-identity.ts': ['insert cell_identity'],
  'packages/server/src/app/cells/drain-cell.ts': ['update cells'],
  'packages/server/src/app/cells/held-cells.ts': ['update cells'],
  'packages/server/src/app/cells/places.ts': [
    ...['delete placed_keys', 'insert placed_keys'],
    ...['delete placed_organizations', 'insert placed_organizations'],
  ],
  'packages/server/src/app/cells/move/fence.ts': ['insert move_fences', 'update move_fences'],
  'packages/server/src/app/cells/move/forget-moves.ts': [
    ...[
      'insert left_applications',
      'update left_applications',
      'update move_fences',
      'delete move_fences',
      'delete moved_rows',
    ],
  ],
  'packages/server/src/app/cells/move/delete-applications.ts': ['delete moved_rows'],
  'packages/server/src/app/cells/move/complete-moves.ts': ['delete moved_rows'],
  'packages/server/src/app/cells/move/move-organization.ts': [
    ...['delete move_fences', 'delete moved_rows', 'insert moved_rows'],
  ],
  'packages/server/src/app/cells/move/undo-move.ts': ['delete move_fences', 'delete moved_rows'],
  'packages/server/src/app/cells/place-organization.ts': [
    'insert placed_keys',
    'insert placed_organizations',
  ],
  'packages/foundation/src/storage/migrate.ts': ['insert schema_migrations'],
  'packages/foundation/src/storage/root-key.ts': [
    'update installation_secrets',
    'delete installation_secrets',
  ],
}

type PlacedWrite = SqlWrite & { at: string }

const written: PlacedWrite[] = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|\.generated\.ts$/.test(path))
  .flatMap((path) =>
    sqlTextsOf(path, readFileSync(join(root, path), 'utf8')).flatMap(({ text, line }) =>
      writesOf(text)
        .filter(({ table, verb }) => !ofTheOwner[path]?.includes(`${verb} ${table}`))
        .map((found) => ({ ...found, at: `${path}:${line}` })),
    ),
  )
  .filter(({ table }) => table in tables && !ownerOnlyTables.includes(table))

const isAllowed = ({ table, verb, columns }: SqlWrite): boolean => {
  const rights = rightsOf(table)
  if (verb !== 'update') return rights[verb]
  const { update } = rights
  return update === 'all' || columns.every((column) => column.includes('?') || update.includes(column))
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('every statement has the rights that it needs', () => {
  expect(written.length).toBeGreaterThan(60)
  const lacking = written
    .filter((statement) => !isAllowed(statement))
    .map(({ at, verb, table, columns }) => `${at}: ${verb} ${table} ${columns.join(', ')}`)
  expect(lacking, 'add the right to packages/foundation/src/storage/tables').toEqual([])
})

test('no right is without a statement that needs it', () => {
  const unneeded: string[] = []
  for (const table of Object.keys(tables)) {
    const rights = rightsOf(table)
    // Statements on accounts are written for members, and name the tables of their realm when they run.
    const inText = table.replace(/^operator_/, 'member_')
    const own = written.filter((statement) => statement.table === table || statement.table === inText)
    const updates = own.filter(({ verb }) => verb === 'update')
    const assigned = new Set(updates.flatMap(({ columns }) => columns))
    if (rights.delete && !own.some(({ verb }) => verb === 'delete')) unneeded.push(`delete ${table}`)
    if (rights.update === 'all' ? updates.length === 0 : rights.update.length > 0 && updates.length === 0)
      unneeded.push(`update ${table}`)
    // Columns that a template inserts are known to the database alone.
    if (rights.update === 'all' || [...assigned].some((column) => column.includes('?'))) continue
    for (const column of rights.update) if (!assigned.has(column)) unneeded.push(`update ${table}.${column}`)
  }
  expect(unneeded).toEqual([])
})

test('the rows that a task of the owner deletes are those whose retention says so', () => {
  // The key that the root key was sealed with is replaced. Acts delete generated people, a cell and the place of an
  // organization. None is a retention.
  const others = [
    ...['installation_secrets', 'citizens', 'credit_records', 'cells'],
    ...['placed_keys', 'placed_organizations'],
  ]
  const deleted = Object.values(ofTheOwner).flatMap((statements) =>
    statements.filter((text) => text.startsWith('delete ')).map((text) => text.slice('delete '.length)),
  )
  const erased = Object.keys(tables).filter((table) => tables[table]?.retention === 'erased')
  const named = erased.filter((table) => !table.startsWith('operator_'))
  expect(named.toSorted()).toEqual(
    [...new Set(deleted)].filter((table) => !others.includes(table)).toSorted(),
  )
})

test('the rights name columns that exist', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const columns = new Set(rows.map(({ name }) => name))
  const named = Object.keys(tables).flatMap((table) => {
    const { update } = rightsOf(table)
    return update === 'all' ? [] : update.map((column) => `${table}.${column}`)
  })
  expect(named.filter((name) => !columns.has(name))).toEqual([])
})

test.each<[text: string, writes: SqlWrite[]]>([
  [
    'with a as (update only jobs j set starts = j.starts + 1, result_id = coalesce(x, (select y from z)) from b where c = 1)',
    [{ table: 'jobs', verb: 'update', columns: ['starts', 'result_id'] }],
  ],
  [
    'insert into bursts as b (a) values (1) on conflict (a) do update set used = case when b.x then 1 else 2 end, second = 1 returning used',
    [
      { table: 'bursts', verb: 'insert', columns: [] },
      { table: 'bursts', verb: 'update', columns: ['used', 'second'] },
    ],
  ],
  ['update applications set ? where a = $1', [{ table: 'applications', verb: 'update', columns: ['?'] }]],
  ['delete from nonces where a = 1', [{ table: 'nonces', verb: 'delete', columns: [] }]],
  ['select a from jobs for update skip locked', []],
])('%s', (text, writes) => {
  expect(writesOf(text)).toEqual(writes)
})
