import { type Environment, environments } from '@nani/contract'
import type { Archive, ArchivedDay } from '@nani/foundation/archive/index.ts'
import { clientLike, type Database, dayMs, dayOf, partitionedTables } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { readActPosition } from '../acts/new-acts.ts'
import { treeOfActs } from '../append-entries.ts'
import { newestCheckpoint } from '../checkpoints.ts'
import { type LogMove, readMoves } from '../continue-elsewhere.ts'
import { type LogSigners, openNewestCheckpoint } from '../log-key.ts'
import { firstAndLastDay } from '../new-entries.ts'
import { readNextStep } from '../next-step.ts'
import { checkActs, checkAddedActs } from './check-acts.ts'
import { checkAdded, checkOutside } from './check-added.ts'
import { checkArchivedDay } from './check-archived-day.ts'
import { type CheckedLog, checkDay } from './check-day.ts'
import { checkGaps, maxAgeMs } from './check-gaps.ts'
import { checkKept, type KeptCheckpoint } from './check-kept.ts'
import { readCheckpointTimes } from './checkpoint-times.ts'
import { collectFindings, type Finding, type Findings } from './finding.ts'
import { checkStray, readLeafBounds } from './stray-leaves.ts'
import { openVerifiedBundles } from './verified-bundles.ts'
import { isWithoutCheckpoints } from './without-checkpoints.ts'

type LogCheck = {
  entries: number
  /** Acts of people and of the system. */
  acts: number
  /** Entries and acts that the sequencer has not taken yet, and takes in its next step. */
  waiting: number
  findings: number
  /** The first of the findings. */
  found: Finding[]
  logs: { environment: Environment; size: number; checkpoint_at: string }[]
  /** When the log went on in another database. That is no contradiction, and an older copy has lost what came later. */
  moves: LogMove[]
}

export type CheckOptions = {
  signers: LogSigners
  archive: Archive
  nowMs: number
  /** The first day and the last, `YYYY-MM-DD`. Null: all. */
  from: string | null
  to: string | null
  kept: readonly (KeptCheckpoint & { environment: Environment })[]
  /** No entry of this database is older. Null: only the creation of its applications shows when it began. */
  begunAtMs?: number | null
  /** For a cell, which may hang. Absent: each statement is waited for. */
  answersWithinMs?: number
  onDay?(day: string, entries: number): void
}

/** Calculates each commitment again from the audit entries, in one snapshot of the database. */
export const checkLog = async (pool: pg.Pool, options: CheckOptions): Promise<LogCheck> => {
  // A day is one statement, however many entries it has.
  const client = clientLike(pool, { statement_timeout: 0, query_timeout: options.answersWithinMs ?? 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // Before the snapshot: no day leaves for the archive meanwhile.
    await client.query('lock table audit_entries, audit_leaves in access share mode')
    // A day is sorted and joined as a whole, and every row of a cursor is read.
    await client.query("set local work_mem = '256MB'")
    await client.query('set local jit = off')
    await client.query('set local cursor_tuple_fraction = 1')
    // Most of the work is the canonical form of entries, which several cores can make at a time.
    await client.query('set local max_parallel_workers_per_gather = 8')
    await client.query('set local parallel_setup_cost = 0')
    await client.query('set local parallel_tuple_cost = 0')
    return await check(client, options)
  } finally {
    await client.end().catch(() => {})
  }
}

const check = async (client: Database, options: CheckOptions): Promise<LogCheck> => {
  const { to } = options
  const findings = collectFindings()
  const opened = await Promise.all(environments.map((name) => openLog(client, name, options, findings)))
  const logs = opened.filter((log) => log !== null)
  const days = await daysOf(client, options)
  const next = await readNextStep(client)
  const bounds = await readLeafBounds(client, logs, next)
  let entries = 0
  let waiting = 0
  for (const day of await archivedDaysOf(options)) {
    entries += await checkArchivedDay(client, options.archive, { logs, day }, findings)
    options.onDay?.(day.day, entries)
  }
  for (const day of days) {
    let withLeaf: number | null = 0
    for (const log of logs) {
      const found = await checkDay(client, log, day, findings)
      entries += found.compared
      withLeaf = withLeaf !== null && found.isInOrder ? withLeaf + found.withLeaf : null
    }
    await checkStray(client, day, bounds, findings)
    waiting += await checkAdded(client, { day, withLeaf }, next, findings)
    options.onDay?.(day, entries)
  }
  const partitions = await firstAndLastDay(client)
  if (partitions) await checkOutside(client, partitions, options, findings)
  let acts = 0
  for (const log of logs.filter(({ environment }) => environment === treeOfActs))
    acts += await checkActs(client, log, findings)
  const ofActs = { position: await readActPosition(client), size: bounds[treeOfActs] }
  waiting += await checkAddedActs(client, ofActs, findings)
  // All days that are kept were read, whether or not a partition of them is there.
  const fromMs = firstKeptMs(options)
  const untilMs = to ? Date.parse(to) + dayMs : Number.POSITIVE_INFINITY
  const firstMs = Math.max(await firstApplicationMs(client), options.begunAtMs ?? Number.NEGATIVE_INFINITY)
  for (const log of logs) {
    checkGaps(log, { fromMs, untilMs, firstMs }, findings)
    for (const bundle of log.bundles.altered)
      findings.add({
        ...{ kind: 'tree_altered', environment: log.environment, leaf_index: bundle * 256 },
        message: `The commitments from leaf ${bundle * 256} on do not lead to the root of the checkpoint.`,
      })
  }
  return {
    ...{ entries, acts, waiting, findings: findings.count(), found: findings.kept },
    logs: logs.map(({ environment, size, at }) => ({ environment, size, checkpoint_at: at.toISOString() })),
    moves: await readMoves(client),
  }
}

const firstKeptMs = ({ from, nowMs }: CheckOptions): number =>
  from ? Date.parse(from) : nowMs - partitionedTables.audit_entries * dayMs

/** An entry is of an application that is here, or that moved to a cell. No application is ever deleted. */
const firstApplicationMs = async (client: Database): Promise<number> => {
  const { rows } = await client.query<{ first: Date | null }>(
    `select min(created_at) as first
     from (select created_at from applications union all select created_at from left_applications) known`,
  )
  return rows[0]?.first?.getTime() ?? Number.NEGATIVE_INFINITY
}

type OpenLog = CheckedLog & { at: Date }

/** The newest checkpoint of a log, its signature, its root, and the checkpoints that were kept elsewhere. */
const openLog = async (
  client: Database,
  environment: Environment,
  options: CheckOptions,
  findings: Findings,
): Promise<OpenLog | null> => {
  const { signers, kept } = options
  const stored = await newestCheckpoint(client, environment)
  const key = signers[environment]
  for (const number of key.refused ?? [])
    findings.add({
      ...{ kind: 'checkpoint_forged', environment },
      message: `The key ${number} in the table audit_log_keys is not one that this installation made.`,
    })
  for (const checkpoint of kept.filter((one) => one.environment === environment))
    await checkKept(client, { key, environment, size: stored?.size ?? 0 }, checkpoint, findings)
  if (!stored) {
    if (await isWithoutCheckpoints(client, environment))
      findings.add({
        ...{ kind: 'history_shortened', environment },
        message: 'The log has leaves and no checkpoint: its checkpoints were removed.',
      })
    return null
  }
  const { size, root } = stored
  const checkpoint = await openNewestCheckpoint(client, environment, { text: stored.note, signer: key })
  if (checkpoint?.size !== size || !checkpoint.root.equals(root))
    findings.add({
      ...{ kind: 'checkpoint_forged', environment },
      message: `The stored checkpoint of ${size} leaves is not signed by a key of the log that signs now.`,
    })
  const bundles = await openVerifiedBundles(client, environment, stored)
  if (!bundles.hasRoot)
    findings.add({
      ...{ kind: 'tree_altered', environment },
      message: `The stored tiles do not have the root of the checkpoint of ${size} leaves.`,
    })
  const times = await readCheckpointTimes(client, environment)
  const seen = new Uint8Array(Math.ceil(size / 8))
  const fromDay = dayOf(firstKeptMs(options) + maxAgeMs)
  return { environment, size, bundles, times, seen, at: stored.at, lowest: null, fromDay }
}

const archivedDaysOf = async ({ archive, from, to }: CheckOptions): Promise<ArchivedDay[]> =>
  // The days are those of after the lock.
  (await archive.steadily(() => archive.daysOf('audit_entries'))).filter(
    ({ day }) => (!from || day >= from) && (!to || day <= to),
  )

const daysOf = async (client: Database, { from, to }: CheckOptions): Promise<string[]> => {
  const partitions = await firstAndLastDay(client)
  if (!partitions) return []
  const days: string[] = []
  for (let ms = Date.parse(partitions.first); ms <= Date.parse(partitions.last); ms += dayMs) {
    const day = dayOf(ms)
    if ((!from || day >= from) && (!to || day <= to)) days.push(day)
  }
  return days
}
