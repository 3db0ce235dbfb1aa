/*
 * npm run bench:audit: the transparency log of the audit entries. It generates entries, waits until the sequencer of the
 * product has appended them, and measures proofs, the check, bytes, and how long an entry waits for its checkpoint.
 *
 *   --entries 10000000   how many
 *   --groups 300         how many groups of 100 entries are timed, 20 of them a second
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, openPlatform } from '@nani/foundation/platform/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import {
  checkLog,
  logKeyUse,
  newestCheckpoint,
  proveEntry,
  readLogSigners,
} from '@nani/server/app/audit-transparency/index.ts'
import pg from 'pg'
import { startProduct } from './kyc/processes.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000000' },
    groups: { type: 'string', default: '300' },
  },
})
const groups = Number(values.groups)
const entries = Number(values.entries)
const targets = { proofMs: 50, checkedPerSecond: 100_000, appendedMs: 5_000 }
const groupSize = 100
const everyMs = 50
const chunk = 20_000
const proofs = 300

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const product = await startProduct(dataDir)
const urls = (await readRunningDatabase(dataDir)) as DatabaseUrls
const platform = await openPlatform(readConfig({ NANI_DATA_DIR: dataDir }), urls, () => {})
const owner = new pg.Client({ connectionString: urls.owner })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const seconds = (startedAt: number) => (performance.now() - startedAt) / 1_000
const missed: string[] = []
const demand = (isMet: boolean, text: string) => {
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${text}`)
  if (!isMet) missed.push(text)
}

/** Entries as calls write them. */
const writeEntries = async (from: number, count: number): Promise<void> => {
  await owner.query(
    `insert into audit_entries (application_id, entry_id, day, at, actor, api_key, request_id, client_address, method,
       path, http_status, service, purpose, scopes, result_id, outcome, subject)
     select a.application_id, 'kyc_' || lpad(n::text, 26, '0'), current_date,
       now(), 'application', 'key_live_' || lpad('', 24, 'k'),
       'req_' || lpad(n::text, 26, '0'), '203.0.113.' || n % 250, 'POST', '/v1/kyc/validations', 200,
       'kyc_validation', 'customer_onboarding', '{kyc.basic,kyc.addresses}', 'kyc_' || lpad(n::text, 26, '0'), 'match',
       sha256(n::text::bytea)
     from generate_series($1::bigint, $2::bigint) n
     cross join lateral (select application_id from applications where environment = 'production' limit 1) a`,
    [from, from + count - 1],
  )
}

const logSize = async (): Promise<number> => (await newestCheckpoint(platform.pool, 'production'))?.size ?? 0

const bytesOf = async (tables: readonly string[]): Promise<number> => {
  const { rows } = await owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(t.relid)) as bytes
     from unnest($1::text[]) as name, pg_partition_tree(name::regclass) as t where t.isleaf`,
    [tables],
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Tables that are not partitioned are their own only part. */
const logTables = ['audit_leaves', 'audit_bundles', 'audit_tiles', 'audit_checkpoints']

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number

/** Groups of entries at a steady rate: from the commit of each to the checkpoint that covers it. */
const measureWaits = async (): Promise<void> => {
  const before = await logSize()
  const committed: number[] = []
  const waits: number[] = []
  const write = async () => {
    const startedAt = performance.now()
    for (let group = 0; group < groups; group++) {
      await pause(Math.max(0, startedAt + group * everyMs - performance.now()))
      await writeEntries(entries + 1 + group * groupSize, groupSize)
      committed.push(performance.now())
    }
  }
  const watch = async () => {
    while (waits.length < groups) {
      const covered = Math.floor(((await logSize()) - before) / groupSize)
      const nowMs = performance.now()
      while (waits.length < Math.min(covered, committed.length))
        waits.push(nowMs - (committed[waits.length] as number))
      await pause(20)
    }
  }
  await Promise.all([write(), watch()])
  waits.sort((one, other) => one - other)
  const p99 = percentile(waits, 0.99)
  demand(
    p99 <= targets.appendedMs,
    `an entry is in a checkpoint ${Math.round(p99)} ms after its commit at p99, ${Math.round(percentile(waits, 0.5))} at p50`,
  )
}

const measure = async (): Promise<void> => {
  const sequencedAt = performance.now()
  const before = await logSize()
  for (let from = 1; from <= entries; from += chunk) {
    await writeEntries(from, Math.min(chunk, entries - from + 1))
    while ((await logSize()) < before + from - 3 * chunk) await pause(50)
  }
  while ((await logSize()) < before + entries) await pause(100)
  const sequenced = seconds(sequencedAt)
  console.log(
    `  ${entries} entries written and appended in ${sequenced.toFixed(0)} s, ${Math.round(entries / sequenced)} a second`,
  )
  await measureWaits()
  await owner.query('vacuum analyze audit_entries, audit_leaves')

  const signers = await readLogSigners(platform.pool, platform.vaultFor(logKeyUse))
  const durations: number[] = []
  for (let index = 0; index < proofs; index++) {
    const n = 1 + Math.floor(Math.random() * entries)
    const { rows } = await platform.pool.query<{ application_id: string; day: string }>(
      `select application_id, day::text as day from audit_leaves where entry_id = $1`,
      [`kyc_${String(n).padStart(26, '0')}`],
    )
    const key = { applicationId: rows[0]?.application_id ?? '', day: rows[0]?.day ?? '' }
    const startedAt = performance.now()
    const proof = await proveEntry(platform.pool, platform.archive, {
      ...{ ...key, entryId: `kyc_${String(n).padStart(26, '0')}` },
    })
    durations.push(performance.now() - startedAt)
    if (proof.state !== 'proved') throw new Error(`The entry ${n} is not proved.`)
  }
  durations.sort((one, other) => one - other)
  const p99 = percentile(durations, 0.99)
  demand(
    p99 <= targets.proofMs,
    `a proof takes ${p99.toFixed(1)} ms at p99, ${durations[proofs >> 1]?.toFixed(1)} at p50`,
  )

  const checkedAt = performance.now()
  const report = await checkLog(platform.pool, {
    ...{ signers, archive: platform.archive, nowMs: platform.clock.now(), from: null, to: null, kept: [] },
  })
  const rate = Math.round(report.entries / seconds(checkedAt))
  demand(
    rate >= targets.checkedPerSecond,
    `the check compares ${rate} entries a second (${seconds(checkedAt).toFixed(1)} s)`,
  )
  console.log(
    `  the process of the check used at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  )
  if (report.entries < entries || report.findings > 0)
    throw new Error(`The check compared ${report.entries} entries, with ${report.findings} findings.`)

  const added = (await bytesOf(logTables)) / entries
  const { rows } = await owner.query<{ bytes: string }>(
    `select sum(pg_relation_size(i.inhrelid)) as bytes from pg_inherits i
     where i.inhparent = 'audit_entries_of_transaction'::regclass`,
  )
  const index = Number(rows[0]?.bytes ?? 0) / entries
  const entry = (await bytesOf(['audit_entries'])) / entries
  console.log(
    `  ${added.toFixed(0)} bytes of the log for an entry, and ${index.toFixed(0)} of the index of transactions`,
  )
  console.log(`  ${entry.toFixed(0)} bytes of the entry itself, with its indexes`)
}

try {
  await owner.connect()
  await measure()
} finally {
  await owner.end()
  await platform.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (missed.length > 0) process.exitCode = 1
