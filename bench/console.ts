/**
 * npm run bench:console — every GET of the console, by the product on a real database.
 *
 * The product runs like `npm start`. One organization has all applications, and one application has half of the log rows. Each
 * GET of the description is called `--requests` times, 8 at a time: its first page, a page in the middle, and the filter that
 * matches nothing. It prints the 50th and the 99th percentile of each, and fails above 50 ms. Streams are left out.
 *
 * --applications 100000; --rows 10000000; --requests 5000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, maintainPartitions } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { freePort } from '../testing/machine/free-port.ts'
import { startProduct } from './kyc/processes.ts'
import { addTotp, type Browser, openBrowser } from './surface/browser.ts'
import { loadRows } from './surface/load-rows.ts'
import { measureGets } from './surface/measure-gets.ts'

const { values } = parseArgs({
  options: {
    applications: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '10000000' },
    requests: { type: 'string', default: '5000' },
  },
})
const counts = {
  applications: Number(values.applications),
  rows: Number(values.rows),
  requests: Number(values.requests),
}
const maxMs = 50
const dayMs = 86_400_000
const logDays = 30

/** A person with an organization and an application, by the API alone. */
const signUp = async (browser: Browser): Promise<Record<string, string>> => {
  const person = { email: 'bench@example.cd', password: 'kalamu-ya-buluu-na-mto-mrefu' }
  await browser('POST', '/api/registrations', { ...person, name: 'Bench', language: 'en' })
  const [mail] = (await browser('GET', '/mailbox.json')).data
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await browser('POST', '/api/registrations/confirm', { token })
  await browser('POST', '/api/session', person)
  await addTotp(browser)
  const { id = '' } = await browser('POST', '/api/organizations', {
    ...{ name: 'Bench', rccm: 'CD/KNG/RCCM/14-B-00001' },
  })
  const application = await browser('POST', `/api/organizations/${id}/applications`, { name: 'Bench' })
  return { organization_id: id, application_id: application.id ?? '' }
}

const seed = async (pool: pg.Pool, ids: Record<string, string>): Promise<void> => {
  const nowMs = Date.now()
  for (let day = logDays; day >= 0; day--) await maintainPartitions(pool, nowMs - day * dayMs)
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     select 'app_bench' || lpad(i::text, 10, '0'), $1, 'Application ' || i, 'sandbox', '{}', '{}', '{}', 50, now()
     from generate_series(1, $2) as i`,
    [ids.organization_id, counts.applications],
  )
  await loadRows(pool, {
    table: 'audit_entries',
    count: counts.rows,
    // Without the number of a transaction, as entries of before the transparency log: the product adds no leaves meanwhile.
    write: (client, from, to) =>
      client.query(
        `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
           http_status, error_code, service, scopes, actor, api_key, duration_ms, written_in)
         select case when i % 2 = 0 then $1 else 'app_bench' || lpad((1 + i % $2)::text, 10, '0') end,
           (made.at at time zone 'utc')::date, 'kyc_bench' || lpad(i::text, 12, '0'), made.at,
           'req_bench' || lpad(i::text, 12, '0'), '203.0.113.7', 'POST', '/v1/kyc/validations',
           case when i % 10 = 0 then 403 else 200 end, case when i % 10 = 0 then 'service_not_enabled' end,
           'kyc_validation', '{}', 'application', 'key_test_bench', 12, null
         from generate_series($3::bigint, $4::bigint) as i,
           lateral (select $5::timestamptz - i * ($6::double precision * interval '1 millisecond') as at) as made`,
        [
          ...[ids.application_id, counts.applications, from, to],
          ...[new Date(nowMs), (logDays * dayMs * 0.95) / counts.rows],
        ],
      ),
  })
  await pool.query('analyze')
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-console-'))
const port = await freePort()
const product = await startProduct(dataDir, { NANI_CONSOLE_PORT: String(port) })
let slow = 0
try {
  const browser = openBrowser(`http://127.0.0.1:${port}`)
  const ids = await signUp(browser)
  const { owner } = (await readRunningDatabase(dataDir)) as DatabaseUrls
  const pool = new pg.Pool({ connectionString: owner, max: 3 })
  const startMs = performance.now()
  await seed(pool, ids)
  await pool.end()
  console.log(
    `${counts.applications} applications and ${counts.rows} log rows in ${Math.round((performance.now() - startMs) / 1_000)} s`,
  )
  slow = await measureGets({
    ...{ browser, ids, pid: product.pid, requests: counts.requests, maxMs },
    // Each export is an act itself. Without the filter, each one would be longer than the one before.
    always: { 'acts.export': [['action', 'applications.create']] },
    // The worst filter of a list: it matches nothing, so that the whole bound is examined.
    filters: [
      ['error', 'no_such_error'],
      ['screening_id', 'aml_none'],
      ['status', 'open'],
      ['status', '599'],
    ],
  })
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = slow === 0 ? 0 : 1
