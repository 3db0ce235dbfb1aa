import { setTimeout } from 'node:timers/promises'
import { errorLine, Refusal } from '@nani/foundation/core/index.ts'
import { missingText, schemaState } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { requireOneDatabase, requireOwnCell } from './cell-identity.ts'
import type { Cell } from './cell-rows.ts'
import { slotOf, uncopiedTables } from './copies.ts'
import { requireNotHeld } from './held-cells.ts'
import { onCellDatabase } from './open-cell.ts'

/** A cell that is further behind home fails the check. */
export const maxBehindMs = 30_000
const statementTimeoutMs = 5_000
const lookEveryMs = 50

export type CellCheck = {
  name: string
  state: 'ok' | 'failed'
  message: string
  /** A change of home took at most this long to arrive, with the other checks. Null: it did not, or it was not asked. */
  behind_ms: number | null
  /** Bytes of its log that home keeps for the cell. Null: home has no slot for it. */
  kept_bytes: number | null
}

type Needs = { home: pg.Pool; rootKey: Buffer }

/** Checks all cells at once: the connection, the identity, the schema, and how long a change of home takes to arrive. */
export const checkAll = async (needs: Needs, cells: readonly Cell[]): Promise<CellCheck[]> => {
  const beat = await writeHeartbeat(needs.home)
  return Promise.all(cells.map((cell) => checkOne(needs, cell, beat)))
}

type Heartbeat = { text: string; writtenAtMs: number }

/** The time of home, which the cells get as they get their other copies. */
export const writeHeartbeat = async (home: pg.Pool): Promise<Heartbeat> => {
  const { rows } = await home.query<{ beat: string }>(
    `insert into home_heartbeats (beat_at) values (clock_timestamp())
     on conflict (only_row) do update set beat_at = clock_timestamp()
     returning beat_at::text as beat`,
  )
  return { text: (rows[0] as { beat: string }).beat, writtenAtMs: performance.now() }
}

const checkOne = async (needs: Needs, cell: Cell, beat: Heartbeat): Promise<CellCheck> => {
  const { name } = cell
  const kept_bytes = await keptBytes(needs.home, name)
  const failed = (message: string): CellCheck => ({
    ...{ name, state: 'failed', message, behind_ms: null, kept_bytes },
  })
  try {
    await requireNotHeld(needs.home, name)
    return await onCellDatabase(
      cell,
      'owner',
      async (owner): Promise<CellCheck> => {
        await requireOwnCell(needs.home, owner, { name, rootKey: needs.rootKey, unused: 'refused' })
        const requireSame = (app: pg.Pool) => requireOneDatabase(owner, app, name)
        await onCellDatabase(cell, 'app', requireSame, statementTimeoutMs)
        const { current, pending } = await schemaState(owner)
        if (!current) return failed(`Its schema does not have ${missingText(pending)}.`)
        const uncopied = await faultOfTables(owner)
        if (uncopied !== null) return failed(uncopied)
        const behind_ms = await arrivalOf(owner, beat, maxBehindMs)
        const fault = behind_ms === null ? tooOld : faultOfAge(await ageOfCopies(owner))
        if (fault !== null) return failed(fault)
        return { name, state: 'ok', message: 'It can be used.', behind_ms, kept_bytes }
      },
      statementTimeoutMs,
    )
  } catch (error) {
    return failed(faultLine(error))
  }
}

/** The milliseconds after which a heartbeat of home is in the cell. Null: it is not, within the bound. */
export const arrivalOf = async (cell: pg.Pool, { text, writtenAtMs }: Heartbeat, maxMs: number) => {
  for (;;) {
    const { rowCount } = await cell.query('select from home_heartbeats where beat_at >= $1::timestamptz', [
      text,
    ])
    const elapsedMs = performance.now() - writtenAtMs
    if (rowCount !== 0) return Math.round(elapsedMs)
    if (elapsedMs > maxMs) return null
    await setTimeout(lookEveryMs)
  }
}

const keptBytes = async (home: pg.Pool, cell: string): Promise<number | null> => {
  const { rows } = await home.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint as bytes
     from pg_replication_slots where slot_name = $1`,
    [slotOf(cell)],
  )
  return rows[0]?.bytes ?? null
}

/** Why a cell cannot be used, for the log and for an operator. */
export const faultLine = (error: unknown): string =>
  error instanceof Refusal ? error.message : errorLine(error)

const tooOld = `Its copies of tables of home are more than ${maxBehindMs / 1_000} seconds old.`

/** Why the copies of a cell cannot be used now. Null: they can. */
export const faultOfCopies = async (cell: Pick<pg.Pool, 'query'>): Promise<string | null> =>
  (await faultOfTables(cell)) ?? faultOfAge(await ageOfCopies(cell))

const faultOfTables = async (cell: Pick<pg.Pool, 'query'>): Promise<string | null> => {
  const uncopied = await uncopiedTables(cell)
  return uncopied.length > 0 ? `It has no complete copy of ${uncopied.join(', ')}.` : null
}

/** Copies of the future say nothing about their age: one of the two clocks is wrong. */
export const faultOfAge = (ageMs: number | null): string | null => {
  if (ageMs === null || ageMs > maxBehindMs) return tooOld
  if (ageMs >= -maxBehindMs) return null
  return `Its clock is more than ${maxBehindMs / 1_000} seconds behind the clock of home.`
}

/** How old the copies of a cell are, by the clocks of both databases. Null: it has none. */
const ageOfCopies = async (cell: Pick<pg.Pool, 'query'>): Promise<number | null> => {
  const { rows } = await cell.query<{ age_ms: number }>(
    'select (extract(epoch from now() - beat_at) * 1000)::float8 as age_ms from home_heartbeats',
  )
  return rows[0]?.age_ms ?? null
}
