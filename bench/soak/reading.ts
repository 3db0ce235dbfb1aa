import type pg from 'pg'

/** One reading of the server under test. Names are those of the metrics, or `table NAME` for bytes of a table. */
export type Reading = { atSeconds: number; values: Map<string, number> }

/** The metrics that the soak follows. */
const followed =
  /^(nani_process_resident_bytes|nani_process_heap_bytes|nani_process_external_bytes|nani_event_loop_delay_seconds\{quantile="0\.99"\}|nani_database_waiting) (\S+)$/gm

const readMetrics = async (url: string): Promise<[string, number][]> => {
  const text = await (await fetch(url)).text()
  return [...text.matchAll(followed)].map(([, name, value]) => [name as string, Number(value)])
}

/** Bytes of each table with its partitions, indexes and large values. */
const readTables = async (pool: pg.Pool): Promise<[string, number][]> => {
  const { rows } = await pool.query<{ name: string; bytes: string }>(`
    select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::text as bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'pgboss')
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r'
    group by 1`)
  return rows.map(({ name, bytes }) => [`table ${name}`, Number(bytes)])
}

const readConnections = async (pool: pg.Pool): Promise<[string, number]> => {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where datname = current_database()',
  )
  return ['connections', rows[0]?.n ?? 0]
}

export const takeReading = async (metricsUrl: string, pool: pg.Pool, startedAt: number): Promise<Reading> => {
  const [metrics, tables, connections] = await Promise.all([
    readMetrics(metricsUrl),
    readTables(pool),
    readConnections(pool),
  ])
  return {
    atSeconds: (performance.now() - startedAt) / 1000,
    values: new Map([...metrics, ...tables, connections]),
  }
}
