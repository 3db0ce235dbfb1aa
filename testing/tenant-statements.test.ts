import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tables, tenantColumn } from '../packages/foundation/src/storage/index.ts'
import { sqlTextsOf, tablesOf } from './sql-texts.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('packages/{foundation,engines,server}/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|\/testing\/|\.generated\.ts$/.test(path),
)

/**
 * Statements over the rows of all applications, by the file and the first words. Background work and the desk of investigators
 * alone have them. Each node can run them by itself. The list may only shrink.
 */
const overAllTenants: Record<string, string> = {
  'services/monitoring/mark-pending.ts select max(monitor_number)': 'Where the pages of all monitors end.',
  "services/monitoring/mark-pending.ts update monitors set due = 'changed'": 'A list or an identity changed.',
  'services/fraud/desk/statistics/case-statistics.ts select type, count(*)':
    'Investigators count the cases of all organizations that became late today.',
  'citizens/consents/due-changes.ts select ? from credit_consents':
    'Requests and consents whose time has come.',
  'services/monitoring/monitor-rows.ts select monitor_number from': 'A page of all monitors.',
  'app/audit-transparency/check/check-added.ts select count(*) as entries':
    'The check counts the entries of a day.',
  'app/audit-transparency/check/check-log.ts select min(created_at)':
    'No entry is older than the first application.',
  'app/audit-transparency/new-entries.ts ( select e.*': 'The sequencer takes the new entries of all.',
  'calls/webhooks/backlog-metrics.ts select count(*)': 'The events that wait, for GET /metrics.',
  'money/billing/funds-metrics.ts select w.currency': 'The money of all allowances, for GET /metrics.',
  'money/metering/open-work-metrics.ts select coalesce': 'The work that waits, for GET /metrics.',
  'money/invoicing/suspend-account.ts select o.organization_id':
    'Organizations whose services do not follow their account.',
  'services/monitoring/cycle.ts select from monitors where due': 'Whether any monitor is due.',
}

const exceptionOf = (path: string, text: string): string | undefined =>
  Object.keys(overAllTenants).find((key) =>
    `${path.replace('packages/server/src/', '')} ${text.replace(/\s+/g, ' ').trim()}`.startsWith(key),
  )

test('a statement on a table of tenants names the application', () => {
  const found = sources
    .flatMap((path) => sqlTextsOf(path, readFileSync(join(root, path), 'utf8')))
    .filter(({ text }) => tablesOf(text).some((name) => tables[name]?.kind.kind === 'tenant'))
    .filter(({ text }) => !text.includes(tenantColumn))
  const wrong = found
    .filter(({ path, text }) => exceptionOf(path, text) === undefined)
    .map(({ path, line, text }) => `${path}:${line} ${text.replace(/\s+/g, ' ').slice(0, 90)}`)
  expect(wrong).toEqual([])
  const used = new Set(found.map(({ path, text }) => exceptionOf(path, text)))
  expect(Object.keys(overAllTenants).filter((key) => !used.has(key))).toEqual([])
})

test('a statement without the application is seen', () => {
  const [planted] = sqlTextsOf(
    'planted.ts',
    'export const read = `select * from results where result_id = $1`',
  )
  expect(tablesOf(planted?.text ?? '')).toEqual(['results'])
  expect(planted?.text.includes(tenantColumn)).toBe(false)
})
