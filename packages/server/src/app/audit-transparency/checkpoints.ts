import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'

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

const keptDays = 7
const maxRows = 20_000

/*
 * The first checkpoint of all, the last one of each hour, and the last one of each hour that each witness cosigned. Any two of them are consistent,
 * because the tiles are kept.
 */
const thinStatement = `
  with old as (
    select environment, size, date_trunc('hour', at) as hour from audit_checkpoints where at < $1
  ), kept as (
    select environment, max(size) as size from old group by environment, hour
    union
    select o.environment, max(o.size) from old o join audit_cosignatures s using (environment, size)
    group by o.environment, s.witness, o.hour
    union
    select environment, min(size) from audit_checkpoints group by environment
  ), thinned as (
    delete from audit_checkpoints c using (
      select environment, size from old except select environment, size from kept limit ${maxRows}
    ) as gone
    where c.environment = gone.environment and c.size = gone.size returning c.environment, c.size
  ), lines as (
    delete from audit_cosignatures s using thinned t where s.environment = t.environment and s.size = t.size
  )
  select count(*)::int as count from thinned`

/** Keeps all checkpoints of a week. After that, at most two of each hour and one more for each further witness. */
export const thinCheckpoints = async (database: Database, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - keptDays * 86_400_000)
  for (;;) {
    const { rows } = await database.query<{ count: number }>(thinStatement, [before])
    if ((rows[0]?.count ?? 0) < maxRows) return
  }
}
