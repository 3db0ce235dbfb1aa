/**
 * npm run check:billing-prove — `nani billing prove` on generated charges, after they were posted and invoiced.
 *
 * --charges 10000000   how many; they are spread over the days that charges are kept
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, openPlatform } from '@nani/foundation/platform/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { moneyTransaction, proveBooks, readInvoices, runBilling } from '@nani/server/money/invoicing/index.ts'
import pg from 'pg'
import { startProduct } from './kyc/processes.ts'

const { values } = parseArgs({ options: { charges: { type: 'string', default: '10000000' } } })
const charges = Number(values.charges)
const days = 99
const bench = { kind: 'system', task: 'bench' } as const
const organizationId = `org_${randomUUID()}`
const applications = Array.from({ length: 5 }, () => `app_${randomUUID()}`).toSorted()

const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const startedAt = performance.now()
  const result = await work()
  console.log(`  ${name.padEnd(34)} ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}

/** Prices as in the shipped list: 0.10, with up to two scopes at 0.02 and 0.10. */
const kinds = [
  { scopes: '{}', amount: 100_000 },
  { scopes: '{kyc.parents}', amount: 120_000 },
  { scopes: '{kyc.parents,kyc.religion}', amount: 220_000 },
]

const writeCharges = async (owner: pg.Client): Promise<void> => {
  for (let day = 0; day < days; day++) {
    await owner.query(`select create_partition('call_charges', (current_date - $1::integer)::date)`, [
      day + 1,
    ])
    await owner.query(
      `insert into call_charges (application_id, day, result_id, service, item, mode, scopes, livemode, charged_at,
         price_list_id, amount, funded)
       select ($1::text[])[1 + g % 5], current_date - $2::integer, 'kyc_' || $2 || '_' || g, 'kyc_validation', 'kyc_validation',
         'single', (($3::text[])[1 + g % 3])::text[], true, current_date - $2::integer, 'prl_shipped',
         ($4::bigint[])[1 + g % 3], true
       from generate_series(1, $5::integer) g`,
      [
        ...[applications, day + 1, kinds.map((kind) => kind.scopes), kinds.map((kind) => kind.amount)],
        Math.ceil(charges / days),
      ],
    )
  }
  await owner.query(
    `update billing_allowances a set available = null, spent = c.amount
     from (select application_id, sum(amount) as amount from call_charges group by application_id) c
     where a.application_id = c.application_id and a.organization_id = $1`,
    [organizationId],
  )
  await owner.query('vacuum analyze call_charges')
}

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const product = await startProduct(dataDir)
const urls = (await readRunningDatabase(dataDir)) as DatabaseUrls
const platform = await openPlatform(readConfig({ NANI_DATA_DIR: dataDir }), urls, () => {})
const owner = new pg.Client({ connectionString: urls.owner })
try {
  await owner.connect()
  await owner.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Bench', now())`,
    [organizationId],
  )
  for (const applicationId of applications)
    await owner.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, $2, 'Bench', 'production', '{}', '{}', '{}', 10, now())`,
      [applicationId, organizationId],
    )
  await moneyTransaction(platform, organizationId, async () => {})
  console.log(
    `\n${charges.toLocaleString('en')} charges of ${applications.length} applications, ${days} days`,
  )
  await timed('written', () => writeCharges(owner))
  const asOfMs = platform.clock.now()
  await timed('posted and invoiced', () => runBilling(bench, { organizationId, asOfMs }, platform))
  const invoices = await readInvoices(bench, { organizationId }, platform)
  const proof = await timed('proved', () => proveBooks(bench, { organizationId }, platform))
  const wrong = proof.checks.filter(({ ok }) => !ok).map(({ name }) => name)
  console.log(`  ${proof.charges} charges, ${invoices.length} invoices, ${proof.checks.length} checks`)
  if (!proof.ok) throw new Error(`the books contradict each other: ${wrong.join('; ')}`)
} finally {
  await owner.end().catch(() => {})
  await platform.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
