import type { Environment } from '@nani/contract'
import type { Database } from './tree-rows.ts'

/** A signed checkpoint as it is stored, with the lines of the witnesses. */
export type StoredCheckpoint = { size: number; root: Buffer; note: string; at: Date }

type Row = { size: string; root: Buffer; note: string; at: Date }

const selected = `
  select c.size, c.root, c.at, c.note || coalesce(
    (select string_agg(s.line, '' order by s.witness) from audit_cosignatures s
     where s.environment = c.environment and s.size = c.size), '') as note
  from audit_checkpoints c`

const firstOf = (rows: Row[]): StoredCheckpoint | null => {
  const [row] = rows
  return row ? { ...row, size: Number(row.size) } : null
}

/** The newest checkpoint, or null before the first. */
export const newestCheckpoint = async (
  database: Database,
  environment: Environment,
): Promise<StoredCheckpoint | null> => {
  const { rows } = await database.query<Row>(
    `${selected} where c.environment = $1 order by c.size desc limit 1`,
    [environment],
  )
  return firstOf(rows)
}

/** The newest checkpoint that a witness cosigned, or null. */
export const newestCosigned = async (
  database: Database,
  environment: Environment,
): Promise<StoredCheckpoint | null> => {
  const { rows } = await database.query<Row>(
    `${selected} where c.environment = $1 and c.size =
       (select max(s.size) from audit_cosignatures s where s.environment = $1)`,
    [environment],
  )
  return firstOf(rows)
}

export const storeCheckpoint = async (
  database: Database,
  environment: Environment,
  { size, root, note, at }: StoredCheckpoint,
): Promise<void> => {
  await database.query(
    'insert into audit_checkpoints (environment, size, root, note, at) values ($1, $2, $3, $4, $5)',
    [environment, size, root, note, at],
  )
}

const keptDays = 31
const hour = `date_trunc('hour', at)`

/** Keeps all checkpoints of a month, and after that the last of each hour and those that were cosigned. */
export const thinCheckpoints = async (database: Database, nowMs: number): Promise<void> => {
  await database.query(
    `delete from audit_checkpoints c using (
       select environment, size, row_number() over (partition by environment, ${hour} order by size desc) as nth
       from audit_checkpoints where at < $1
     ) old
     where c.environment = old.environment and c.size = old.size and old.nth > 1
       and not exists (select from audit_cosignatures s where s.environment = c.environment and s.size = c.size)`,
    [new Date(nowMs - keptDays * 86_400_000)],
  )
}
