import type pg from 'pg'

type Copies = {
  table: string
  /** The condition of the row that is copied. */
  where: string
  values?: readonly unknown[]
  count: number
  /** What a copy has in place of the values of its row: names and values, as SQL of the number `i` of the copy. */
  changes: string
}

/** The number `i` of a row with ten digits, as SQL. */
export const number = `lpad(i::text, 10, '0')`

/** Writes copies of a row that the product wrote itself, so that a population has every column that the product needs. */
export const copyRow = async (
  pool: pg.Pool,
  { table, where, values = [], count, changes }: Copies,
): Promise<void> => {
  const { rowCount } = await pool.query(
    `with chosen as (select original from ${table} original where ${where} limit 1)
     insert into ${table}
     select made.* from chosen cross join generate_series(1, ${Number(count)}) i
       cross join lateral jsonb_populate_record(chosen.original, jsonb_build_object(${changes})) made`,
    [...values],
  )
  if (!rowCount) throw new Error(`${table} has no row to copy`)
}
