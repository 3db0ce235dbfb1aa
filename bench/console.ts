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
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { codeOfStep, stepAt } from '@nani/server/organizations/people/index.ts'
import pg from 'pg'
import { startProduct } from './kyc/processes.ts'

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
const atATime = 8
const maxMs = 50
const dayMs = 86_400_000
const logDays = 30
const middlePages = 20

type Json = Record<string, string> & {
  data: Json[]
  next_cursor: string | null
  counterpart: Json
  links: string[]
}
type Browser = (method: string, path: string, body?: object) => Promise<Json>

const openBrowser = (url: string): Browser => {
  const cookies = new Map<string, string>()
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { 'x-nani-app': '1', 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    // An object that the population does not have is measured like one that it has.
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : ({} as Json)
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A person with an organization and an application, by the API alone. */
const signUp = async (browser: Browser): Promise<Record<string, string>> => {
  const person = { email: 'bench@example.cd', password: 'kalamu-ya-buluu-na-mto-mrefu' }
  await browser('POST', '/api/registrations', { ...person, name: 'Bench', language: 'en' })
  const [mail] = (await browser('GET', '/mailbox.json')).data
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  await browser('POST', '/api/registrations/confirm', { token })
  await browser('POST', '/api/session', person)
  const { secret = '' } = await browser('POST', '/api/me/totp')
  await browser('POST', '/api/me/totp/confirm', { code: codeOfStep(fromBase32(secret), stepAt(Date.now())) })
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
  const batch = 100_000
  for (let from = 0; from < counts.rows; from += batch) {
    const to = Math.min(from + batch, counts.rows) - 1
    await pool.query(
      `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
         http_status, error_code, service, scopes, actor, api_key, duration_ms)
       select case when i % 2 = 0 then $1 else 'app_bench' || lpad((1 + i % $2)::text, 10, '0') end,
         (made.at at time zone 'utc')::date, 'kyc_bench' || lpad(i::text, 12, '0'), made.at,
         'req_bench' || lpad(i::text, 12, '0'), '203.0.113.7', 'POST', '/v1/kyc/validations',
         case when i % 10 = 0 then 403 else 200 end, case when i % 10 = 0 then 'service_not_enabled' end,
         'kyc_validation', '{}', 'application', 'key_test_bench', 12
       from generate_series($3::bigint, $4::bigint) as i,
         lateral (select $5::timestamptz - i * ($6::double precision * interval '1 millisecond') as at) as made`,
      [
        ...[ids.application_id, counts.applications, from, to],
        ...[new Date(nowMs), (logDays * dayMs * 0.95) / counts.rows],
      ],
    )
  }
  await pool.query('analyze')
}

type Operation = { operationId: string; parameters?: { name: string; in: string }[] }

/** The worst filter of a list: it matches nothing, so that the whole bound is examined. */
const worst: Record<string, string> = { error: 'no_such_error', screening_id: 'aml_none', status: 'open' }

const addressesOf = async (
  path: string,
  { parameters = [] }: Operation,
  browser: Browser,
  ids: Record<string, string>,
) => {
  const address = `/api${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'none')}`
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const cases: [string, string][] = [['first', address]]
  if (names.includes('cursor')) {
    let cursor: string | null = null
    for (let page = 0; page < middlePages; page++) {
      const { next_cursor } = await browser('GET', `${address}${cursor ? `?cursor=${cursor}` : ''}`)
      if (!next_cursor) break
      cursor = next_cursor
    }
    if (cursor) cases.push(['middle', `${address}?cursor=${cursor}`])
  }
  const filter = Object.keys(worst).find((name) => names.includes(name))
  if (filter) cases.push(['worst', `${address}?${filter}=${worst[filter]}`])
  return cases
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const measure = async (browser: Browser, address: string): Promise<number[]> => {
  const took: number[] = []
  let left = counts.requests
  const work = async () => {
    while (left-- > 0) {
      const startMs = performance.now()
      await browser('GET', address)
      took.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return took.sort((a, b) => a - b)
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-console-'))
const port = await freePort()
const product = await startProduct(dataDir, { NANI_CONSOLE_PORT: String(port) })
let slow = 0
try {
  const browser = openBrowser(`http://127.0.0.1:${port}`)
  const ids = await signUp(browser)
  const { owner } = (await readRunningDatabase(dataDir)) as DatabaseUrls
  const pool = new pg.Pool({ connectionString: owner, max: 2 })
  const startMs = performance.now()
  await seed(pool, ids)
  await pool.end()
  console.log(
    `${counts.applications} applications and ${counts.rows} log rows in ${Math.round((performance.now() - startMs) / 1_000)} s`,
  )
  const { paths } = (await browser('GET', '/api/openapi.json')) as unknown as {
    paths: Record<string, { get?: Operation }>
  }
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || path.endsWith('/stream')) continue
    for (const [label, address] of await addressesOf(path, get, browser, ids)) {
      const took = await measure(browser, address)
      const p99 = percentile(took, 0.99)
      if (p99 > maxMs) slow++
      const figures = `p50 ${percentile(took, 0.5).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`
      console.log(
        `${get.operationId.padEnd(34)} ${label.padEnd(7)} ${figures}${p99 > maxMs ? '  TOO SLOW' : ''}`,
      )
    }
  }
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(slow === 0 ? `Every p99 is at most ${maxMs} ms.` : `${slow} are above ${maxMs} ms.`)
process.exitCode = slow === 0 ? 0 : 1
