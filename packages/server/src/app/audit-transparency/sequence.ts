import { type Environment, environments } from '@nani/contract'
import { signCheckpoint } from '@nani/engines/transparency-log/index.ts'
import { type Actor, type Clock, type Random, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { readActPosition, readNewActs, writeActPosition } from './acts/new-acts.ts'
import { appendActs, appendEntries, storedRoot, treeOfActs, treeSize } from './append-entries.ts'
import { newestCheckpoint, type StoredCheckpoint, storeCheckpoint } from './checkpoints.ts'
import { continueElsewhere, type Moved } from './continue-elsewhere.ts'
import { firstDayWithoutLeaf } from './continue-restored-log.ts'
import { type LogSigner, type LogSigners, openNewestCheckpoint, signersNow } from './log-key.ts'
import {
  firstAndLastDay,
  maxEntriesOfStep,
  type NewEntry,
  readNewEntries,
  readOlderEntries,
  readSnapshot,
  type Snapshot,
  type SweepPosition,
} from './new-entries.ts'

export type SequencerDependencies = {
  pool: pg.Pool
  clock: Clock
  random: Random
  /** New entries of one step, at most. */
  maxEntries?: number
  /** The keys that sign now. A command may have rotated them. */
  readSigners(database: Database): Promise<LogSigners>
}

/**
 * What a step did. `busy`: another process is at it. `more`: entries are waiting for the next step. `moved`: the step before was in
 * another database, of which this one is a copy.
 */
export type Step = {
  busy: boolean
  appended: number
  more: boolean
  checkpoints: Environment[]
  moved: Moved | null
}

/** The trees in the database are not those of the newest checkpoint. Nothing may be appended to them. */
export class AlteredTree extends Error {
  readonly environment: Environment
  readonly size: number
  constructor(environment: Environment, size: number) {
    super(`The tiles of the ${environment} log do not have the root of its checkpoint of ${size} leaves.`)
    this.environment = environment
    this.size = size
  }
}

/** SQL for the number of the lock of PostgreSQL that one sequencer has at a time. */
export const sequencerLock = "hashtext('nani.audit-sequencer')"

const idle: Step = { busy: true, appended: 0, more: false, checkpoints: [], moved: null }
const serializationFailure = '40001'

/**
 * One step of the sequencer, in one transaction: reads what was committed since the last step, appends it, and stores
 * the signed checkpoints. A process that dies leaves everything as it was. The row of the state is locked, and the
 * transaction sees one snapshot, so that of two processes one fails without an effect.
 */
export const sequenceStep = async (dependencies: SequencerDependencies): Promise<Step> => {
  const client = await dependencies.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read')
    const { pool, clock } = dependencies
    const step = await sequence(client, dependencies, (moved) =>
      continueElsewhere.within(client, sequencing, moved, { pool, clock }),
    )
    await client.query('commit')
    return step
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if ((error as { code?: string }).code === serializationFailure) return idle
    throw error
  } finally {
    client.release(broken)
  }
}

/** `readMs`: when the step before read. */
type State = {
  snapshot: string
  read_until: string | null
  readMs: number
  sweep: SweepPosition | null
  /** The database of the step before, and this one. */
  read_in: string | null
  here: string
}
/** The position is written that often, also when nothing was committed, so that a step looks at few days. */
const writeStateMs = 3_600_000

const sequence = async (
  client: Database,
  { clock, random, readSigners, maxEntries = maxEntriesOfStep }: SequencerDependencies,
  noteMove: (moved: Moved) => Promise<unknown>,
): Promise<Step> => {
  const nowMs = clock.now()
  const state = await lockState(client, nowMs)
  if (!state) return idle
  const now = readSnapshot(state.snapshot)
  const since = state.read_until === null ? null : readSnapshot(state.read_until)
  const moved = await findMove(client, state)
  if (moved) await noteMove(moved)
  // A restored backup may be on a server whose transactions have lower numbers.
  const isSameServer = since !== null && !moved && BigInt(now.xmax) >= BigInt(since.xmax)
  const found = isSameServer
    ? await readNewEntries(client, { since, now, lastReadMs: state.readMs, maxEntries })
    : { entries: [], until: now, isComplete: true }
  const sweep = isSameServer
    ? state.sweep
    : moved
      ? await sweepAfterMove(client, state)
      : await sweepStart(client)
  const older = sweep && found.isComplete ? await sweepOn(client, sweep) : null
  const known = new Set(found.entries.map(keyOf))
  const entries = [...found.entries, ...(older?.entries.filter((entry) => !known.has(keyOf(entry))) ?? [])]
  const actsBefore = moved ? { since: null, sweep: null } : await readActPosition(client)
  const { acts, next: actsAfter, isComplete: hasAllActs } = await readNewActs(client, actsBefore, now)
  // Nothing was committed since the last step.
  const isIdle = entries.length + acts.length === 0 && !sweep && since && hasAllActs && state.read_in
  if (isIdle && nowMs - state.readMs < writeStateMs) return { ...idle, busy: false }
  const nextSweep = older ? older.next : sweep
  const { until, isComplete } = found
  const readMs = isComplete ? nowMs : state.readMs
  await writeState(client, { until, readMs, readIn: state.here }, nextSweep)
  await writeActPosition(client, actsAfter)
  const checkpoints: Environment[] = []
  const signers = await readSigners(client)
  for (const environment of environments) {
    const signer = signers[environment]
    const own = entries.filter((entry) => entry.environment === environment)
    const ownActs = environment === treeOfActs ? acts : []
    const size = await treeSize(client, environment)
    const signed = await newestCheckpoint(client, environment)
    if (own.length + ownActs.length === 0 && signed?.size === size) continue
    // After the first sweep a log with leaves always has a checkpoint.
    if (!signed && size > 0 && since && !state.sweep) throw new AlteredTree(environment, size)
    if (signed && !(await isSigned(client, environment, { signed, signer })))
      throw new AlteredTree(environment, signed.size)
    if (signed && !(await storedRoot(client, environment, signed.size)).equals(signed.root))
      throw new AlteredTree(environment, signed.size)
    await appendEntries(client, environment, own, random)
    await appendActs(client, ownActs, random)
    const newSize = size + own.length + ownActs.length
    // The first checkpoint covers all entries of before.
    if (nextSweep || newSize === signed?.size) continue
    if (signed && newSize < signed.size) throw new AlteredTree(environment, signed.size)
    const root = await storedRoot(client, environment, newSize)
    const note = signCheckpoint({ origin: signer.name, size: newSize, root }, ...signersNow(signer))
    await storeCheckpoint(client, environment, { size: newSize, root, note, at: new Date(clock.now()) })
    checkpoints.push(environment)
  }
  const more = !isComplete || nextSweep !== null || !hasAllActs
  return { busy: false, appended: entries.length + acts.length, more, checkpoints, moved }
}

const sequencing: Actor = { kind: 'system', task: 'audit log' }

/** The move since the step before. Null: it was in this database, or there was none. */
const findMove = async (
  client: Database,
  { read_in: from, here: to, readMs }: State,
): Promise<Moved | null> => {
  if (from === null || from === to) return null
  const [production, sandbox] = [await treeSize(client, 'production'), await treeSize(client, 'sandbox')]
  return { from, to, last_step_at: rfc3339(readMs), production, sandbox }
}

/** What waited for a step in the other database is found by its missing leaf. A sweep that was under way there goes on. */
const sweepAfterMove = async (client: Database, { sweep }: State): Promise<SweepPosition> => {
  const day = await firstDayWithoutLeaf(client)
  return sweep && sweep.day <= day ? sweep : { day, application: '', entry: '' }
}

/** Whether the note has the size and the root of its row. Anyone with the rights of the owner can write the columns. */
const isSigned = async (
  client: Database,
  environment: Environment,
  { signed: { note, size, root }, signer }: { signed: StoredCheckpoint; signer: LogSigner },
): Promise<boolean> => {
  const checkpoint = await openNewestCheckpoint(client, environment, { text: note, signer })
  return checkpoint !== null && checkpoint.size === size && checkpoint.root.equals(root)
}

const keyOf = ({ application_id, entry_id, day }: NewEntry): string => `${application_id} ${entry_id} ${day}`

/** Null: another process has the lock. */
const lockState = async (client: Database, nowMs: number): Promise<State | null> => {
  const { rows } = await client.query<{
    snapshot: string
    read_until: string | null
    read_in: string | null
    here: string
    read_at: Date | null
    sweep_day: string | null
    sweep_application: string
    sweep_entry: string
  }>(
    `select pg_current_snapshot()::text as snapshot, read_until, read_in, database_identity() as here,
       coalesce(read_at, (select max(at) from audit_checkpoints)) as read_at, sweep_day::text as sweep_day,
       sweep_application, sweep_entry
     from audit_sequencing where pg_try_advisory_xact_lock(${sequencerLock}) for update`,
  )
  const [row] = rows
  if (!row) return null
  const { sweep_day: day, sweep_application: application, sweep_entry: entry } = row
  // A clock that was set back must not hide entries.
  const readMs = Math.min(row.read_at?.getTime() ?? nowMs, nowMs)
  return { ...row, readMs, sweep: day === null ? null : { day, application, entry } }
}

const writeState = async (
  client: Database,
  { until, readMs, readIn }: { until: Snapshot; readMs: number; readIn: string },
  sweep: SweepPosition | null,
): Promise<void> => {
  await client.query(
    `update audit_sequencing set read_until = $1, read_at = $5, read_in = $6,
       sweep_day = $2, sweep_application = $3, sweep_entry = $4`,
    [
      ...[until.text, sweep?.day ?? null, sweep?.application ?? null, sweep?.entry ?? null],
      ...[new Date(readMs), readIn],
    ],
  )
}

const sweepStart = async (client: Database): Promise<SweepPosition | null> => {
  const days = await firstAndLastDay(client)
  return days && { day: days.first, application: '', entry: '' }
}

/** The next entries of the sweep, over as many days as fit into a step, and the position after them. */
const sweepOn = async (
  client: Database,
  from: SweepPosition,
): Promise<{ entries: NewEntry[]; next: SweepPosition | null }> => {
  const last = (await firstAndLastDay(client))?.last ?? ''
  let position = from
  while (position.day <= last) {
    const entries = await readOlderEntries(client, position)
    const end = entries.at(-1)
    if (end && entries.length === maxEntriesOfStep)
      return { entries, next: { day: end.day, application: end.application_id, entry: end.entry_id } }
    position = { day: dayOf(Date.parse(position.day) + dayMs), application: '', entry: '' }
    if (entries.length > 0) return { entries, next: position.day <= last ? position : null }
  }
  return { entries: [], next: null }
}
