/*
 * npm run bench:archive: the archive of audit entries. It writes a day of entries with their leaves, archives it, and
 * measures bytes, time, memory and a search.
 *
 *   --entries 200000   how many
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bytesText, openArchive, runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import { prepareSchema } from '@nani/foundation/platform/index.ts'
import { dayMs, dayOf, openPool } from '@nani/foundation/storage/index.ts'

const { values } = parseArgs({ options: { entries: { type: 'string', default: '200000' } } })
const entries = Number(values.entries)
const day = dayOf(Date.now() - 40 * dayMs)
const searches = 200

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
const owner = openPool(database.urls.owner, {
  maxConnections: 2,
  statementTimeoutMs: 600_000,
  onError: () => {},
})
const folder = join(dataDir, 'archive')
const rootKey = randomBytes(32)

/** Ids and pseudonyms are random, as those of calls are: constant ones would compress too well. */
const write = async (): Promise<void> => {
  await prepareSchema(owner)
  for (const table of ['audit_entries', 'audit_leaves'])
    await owner.query('select create_partition($1, $2)', [table, day])
  await owner.query(
    `insert into audit_entries (application_id, entry_id, day, at, actor, api_key, request_id, client_address, method,
       path, http_status, service, purpose, scopes, result_id, outcome, subject, duration_ms)
     select 'app_' || upper(md5((n % 50)::text)), id, $1, $1::date + interval '1 day' * random(), 'application',
       'key_live_' || md5((n % 50)::text), 'req_' || upper(md5('r' || n || random())), '203.0.113.' || n % 250, 'POST',
       '/v1/kyc/validations', 200, 'kyc_validation', 'customer_onboarding', '{kyc.basic,kyc.addresses}', id, 'match',
       sha256((n % 100000)::text::bytea), n % 40
     from generate_series(1, $2::integer) n cross join lateral (select 'kyc_' || upper(md5(n || 'x')) as id) i`,
    [day, entries],
  )
  await owner.query(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     select application_id, day, entry_id, 'production', row_number() over (order by at) - 1,
       decode(md5(entry_id || random()), 'hex')
     from audit_entries`,
  )
  await owner.query('vacuum analyze audit_entries, audit_leaves')
}

const bytesOf = async (table: string): Promise<number> => {
  const { rows } = await owner.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(relid))::bigint as bytes from pg_partition_tree($1::text::regclass) where isleaf',
    [table],
  )
  return rows[0]?.bytes ?? 0
}

try {
  await write()
  const stored = (await bytesOf('audit_entries')) + (await bytesOf('audit_leaves'))
  let highest = 0
  const watching = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const before = { cpu: process.cpuUsage(), at: performance.now(), rss: process.memoryUsage.rss() }
  await runArchive({
    ...{ ownerPool: owner, folder, rootKey, random: systemRandom(), now: () => Date.now() },
    whyChargesWait: async () => null,
    whyEntriesWait: async () => null,
  })
  clearInterval(watching)
  const seconds = (performance.now() - before.at) / 1_000
  const cpu = process.cpuUsage(before.cpu)
  const sizes = await Promise.all(
    ['rows', 'keys'].map((kind) => stat(join(folder, `${day}.audit_entries.${kind}`))),
  )
  const [rows = 0, keys = 0] = sizes.map(({ size }) => size)
  console.log(
    `  ${entries} entries with their leaves: ${(stored / entries).toFixed(0)} bytes each in the database`,
  )
  console.log(
    `  ${(rows / entries).toFixed(0)} bytes of rows and ${(keys / entries).toFixed(0)} bytes of keys in the archive`,
  )
  console.log(`  the archive takes ${((rows + keys) / stored).toFixed(2)} of the bytes of the database`)
  console.log(
    `  archived in ${seconds.toFixed(1)} s; ${((cpu.user + cpu.system) / entries).toFixed(0)} µs of this process each`,
  )
  console.log(
    `  memory ${((highest - before.rss) / 2 ** 20).toFixed(0)} MB above ${(before.rss / 2 ** 20).toFixed(0)} MB`,
  )

  const archive = openArchive({ pool: owner, rootKey, folder })
  const [archived] = await archive.daysOf('audit_entries')
  if (!archived) throw new Error('nothing was archived')
  const durations: number[] = []
  for (let n = 0; n < searches; n++) {
    const { rows: subjects } = await owner.query<{ subject: Buffer }>(
      'select sha256($1::text::bytea) as subject',
      [n * 7],
    )
    const startedAt = performance.now()
    const found = await archive.find([archived], [bytesText(subjects[0]?.subject ?? Buffer.alloc(0))])
    durations.push(performance.now() - startedAt)
    if (found.length === 0 && entries >= 100_000) throw new Error('a citizen was not found')
  }
  durations.sort((one, other) => one - other)
  const at = (share: number) => durations[Math.floor(searches * share)]?.toFixed(1)
  console.log(`  the entries of a citizen in this day: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
} finally {
  await owner.end()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
