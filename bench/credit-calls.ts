/*
 * npm run bench:credit-calls — signed and encrypted credit scores with consent, screening and records, next to KYC
 * validations in the same run. Each score is of a generated citizen with an own consent.
 *
 *   --citizens 20000   generated population; --calls 10000 calls of one run; --rounds 3; --concurrency 32
 *   --items 10000      items of the asynchronous batch
 *   --records 100000   records of the import
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, openPlatform } from '@nani/foundation/platform/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { Nani } from '@nani/sdk'
import { readConfig } from '@nani/server/app/app/index.ts'
import { consentDependencies, grantThroughSignIn } from '@nani/server/citizens/consents/index.ts'
import { importCreditRecordsFile } from '@nani/server/register/register-import/index.ts'
import { writePopulation } from '@nani/server/register/synthetic-data/index.ts'
import { cpuOfItems } from './cpu-time.ts'
import { applyLoad, startProduct } from './kyc/processes.ts'

const { values } = parseArgs({
  options: {
    citizens: { type: 'string', default: '20000' },
    calls: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32' },
    items: { type: 'string', default: '10000' },
    records: { type: 'string', default: '100000' },
  },
})
const [citizens, calls, rounds, concurrency, items, records] = [
  values.citizens,
  values.calls,
  values.rounds,
  values.concurrency,
  values.items,
  values.records,
].map(Number) as [number, number, number, number, number, number]

const targets = { ratio: 0.5, roundTrips: 5, batchSeconds: 12, recordsPerSecond: 5_000 }
const identifier = (value: string) => ({ type: 'svc_id' as const, value })
const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const verdict = (met: boolean) => (met ? 'met   ' : 'MISSED')

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const product = await startProduct(dataDir)
const { credentials } = product
const urls = (await readRunningDatabase(dataDir)) as DatabaseUrls
const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 3 }
const platform = await openPlatform(config, urls, () => {})
const { pool, registerPool, vaultFor, clock } = platform

/** Every statement outside of an explicit transaction is one transaction: what the database counts is round trips. */
const countTransactions = async (): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await pool.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

/** A consent for each certified citizen, as a sign-in gives it. */
const grantConsents = async (applicationId: string): Promise<{ svcId: string; consentId: string }[]> => {
  const { rows } = await pool.query<{ svc_id: string }>(
    `select svc_id from citizens where certified and status <> 'deleted' and svc_id not like 'COD-0000-%' limit $1`,
    [items],
  )
  const dependencies = consentDependencies(platform)
  const granted: { svcId: string; consentId: string }[] = []
  for (let from = 0; from < rows.length; from += 500) {
    await inTransaction(pool, async (client) => {
      for (const { svc_id: svcId } of rows.slice(from, from + 500)) {
        const of = { applicationId, environment: 'sandbox', svcId } as const
        const { consent_id: consentId } = await grantThroughSignIn(
          client,
          { ...of, clockAheadMs: 0 },
          dependencies,
        )
        granted.push({ svcId, consentId })
      }
    })
  }
  return granted
}

/** A CSV file with a telecom record of each citizen of the list, again and again up to `records` rows. */
const writeRecords = async (svcIds: readonly string[]): Promise<string> => {
  const file = join(dataDir, 'records.csv')
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const rows = Array.from(
    { length: records },
    (_, at) => `${svcIds[at % svcIds.length]},telecom,${day},${at % 120},${at % 30},0.4,0.9,${at % 3}`,
  )
  const header =
    'svc_id,source,as_of,sim_age_months,topup_per_month,topup_cv,airtime_advance_repaid_share,number_changes_24m'
  await writeFile(file, `${header}\n${rows.join('\n')}\n`)
  return file
}

const measureImport = async (svcIds: readonly string[]): Promise<void> => {
  const file = await writeRecords(svcIds)
  const actor = { kind: 'operator', name: 'bench', roles: ['enrolment_officer'] } as const
  const startedAt = performance.now()
  const { written, refused } = await importCreditRecordsFile(
    actor,
    { file, format: 'csv' },
    { pool, registerPool, clock, vault: vaultFor('files') },
  )
  const perSecond = (written + refused) / ((performance.now() - startedAt) / 1000)
  console.log(
    `  ${verdict(perSecond >= targets.recordsPerSecond)} ${perSecond.toFixed(0)} imported records a second; ${refused} refused`,
  )
}

const scoreOf = ({ svcId, consentId }: { svcId: string; consentId: string }) => ({
  identifier: identifier(svcId),
  consent: { method: 'svc_app' as const, consent_id: consentId },
  purpose: 'credit_assessment',
  product: 'microcredit' as const,
})

try {
  const unlimited = (await pool.query<{ application_id: string }>(
    `update applications set burst_per_second = 1000000, quotas = '{}' where name = 'Demo' and environment = 'sandbox'
     returning application_id`,
  )) as { rows: { application_id: string }[] }
  await pool.query("select pg_notify('nani_applications', application_id) from applications")
  const applicationId = unlimited.rows[0]?.application_id ?? ''
  await writePopulation({
    ...{ pool, vault: vaultFor('files'), count: citizens, seed: 'bench', view: 'both' },
    nowMs: clock.now(),
  })
  const granted = await grantConsents(applicationId)
  console.log(`\n${citizens} citizens, ${granted.length} consents, ${concurrency} calls at once`)

  await measureImport(granted.map(({ svcId }) => svcId))
  const scores = granted.map(scoreOf)
  const validations = granted.map(({ svcId }) => ({
    identifier: identifier(svcId),
    purpose: 'customer_onboarding',
  }))
  const load = (target: string, bodies: unknown[], amount: number, atOnce = concurrency) =>
    applyLoad({ credentials, target, bodies, calls: amount, concurrency: atOnce })
  const measured = {
    kyc: { target: '/v1/kyc/validations', bodies: validations, perSecond: [] as number[], failed: 0 },
    credit: { target: '/v1/credit/scores', bodies: scores, perSecond: [] as number[], failed: 0 },
  }
  for (const { target, bodies } of Object.values(measured)) await load(target, bodies, 3_000)
  for (let round = 0; round < rounds; round++) {
    for (const [name, one] of Object.entries(measured)) {
      const report = await load(one.target, one.bodies, calls)
      one.perSecond.push(report.calls / report.seconds)
      one.failed += report.failed
      console.log(
        `  ${name.padEnd(7)} ${(report.calls / report.seconds).toFixed(0).padStart(6)} calls/s   p50 ${report.p50Ms.toFixed(1)} ms   p99 ${report.p99Ms.toFixed(1)} ms   failed ${report.failed}`,
      )
    }
  }
  const ratio = median(measured.credit.perSecond) / median(measured.kyc.perSecond)
  console.log(`  ${verdict(ratio >= targets.ratio)} ${ratio.toFixed(2)} of the rate of KYC validations`)

  const alone = 400
  const idleBefore = await countTransactions()
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const idlePerSecond = ((await countTransactions()) - idleBefore) / 6.5
  const before = await countTransactions()
  const report = await load(measured.credit.target, scores, alone, 1)
  const seconds = report.seconds + 1.5
  const trips = ((await countTransactions()) - before - idlePerSecond * seconds) / alone
  console.log(
    `  ${verdict(trips <= targets.roundTrips + 0.1)} ${trips.toFixed(2)} database round trips of a call alone`,
  )

  await using nani = new Nani({
    baseUrl: credentials.base_url,
    apiKey: credentials.api_key,
    secretKey: credentials.secret_key,
    payloadEncryptionKey: credentials.payload_encryption_key,
  })
  const startedMs = Date.now()
  const { result: finished, cpu } = await cpuOfItems(product.pid, granted.length, async () => {
    const batch = await nani.credit.scoreBatchAsync({
      purpose: 'credit_assessment',
      product: 'microcredit',
      items: granted.map((one, index) => {
        const { purpose: _purpose, product: _product, ...item } = scoreOf(one)
        return { ...item, reference: `item ${index}` }
      }),
    })
    return nani.batches.wait(batch, { timeoutMs: 120_000 })
  })
  // The client polls every five seconds at the end.
  const batchSeconds = (Date.parse(finished.completed_at ?? '') - startedMs) / 1000
  console.log(
    `  ${verdict(batchSeconds < targets.batchSeconds)} an asynchronous batch of ${finished.total_items} in ${batchSeconds.toFixed(1)} s; ${finished.failed_items} failed; ${cpu}`,
  )
} finally {
  await platform.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
