import type pg from 'pg'
import { inTransaction } from './database.ts'
import { newerMigrations } from './migrate.ts'
import { allPlaces, isCopied, placeOfTable } from './tables/place.ts'
import type { Place } from './tables/table-entry.ts'
import { appendOnlyTables, ownerOnlyTables, rightsOf, tables } from './tables/tables.ts'

/** Owns the schema: migrations, partitions and retention. */
export const ownerRole = 'nani_owner'
/** Serves calls: reads and writes rows, changes no schema, and never changes what is only ever added to. */
export const appRole = 'nani_app'

const queueSchema = 'pgboss'
/**
 * Tasks. The other tables of the queue contain statements and table names that the owner executes. A role that could
 * write them would act as the owner.
 */
const queueTaskTables = ['job', 'job_common', 'job_dependency']

type Grant = { statement: string }

/**
 * Gives the role `nani_app` what it needs, and takes what it must not have. Run by the owner after migrations, and by each
 * maintenance. Changes nothing where the rights are right already, and where the role does not exist. Partitions of our
 * tables get no grant: PostgreSQL checks the rights of the table that a statement names, so that no partition can be
 * changed directly. It has no right on a table whose rows are in another database. Returns how many statements it ran.
 *
 * After the migrations of a newer release, this release takes nothing: the newer processes need rights that it does not
 * know. It gives only what it needs itself, and nothing on tables that it does not know. It gives no right on a table whose rows
 * are in another database, and only the right to read a copy.
 */
export const grantToApp = async (
  ownerPool: pg.Pool,
  places: readonly Place[] = allPlaces,
): Promise<number> => {
  const { rowCount } = await ownerPool.query('select from pg_roles where rolname = $1', [appRole])
  if (rowCount === 0) return 0
  return inTransaction(ownerPool, async (client) => {
    // Two processes that grant at the same time would fail on the same rows of the catalogue.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani.grants'))`)
    const isNewest = (await newerMigrations(client)).length === 0
    const { rows: found } = await client.query<TableName>(tablesOfSchemas, [queueSchema])
    const own = found.filter(({ schema, table }) => isNewest || schema === queueSchema || table in tables)
    const wanted = JSON.stringify(own.map((table) => wantedRights(table, places)))
    const { rows } = await client.query<Grant>(missingGrants, [appRole, queueSchema, wanted, isNewest])
    for (const { statement } of rows) await client.query(statement)
    return rows.length
  })
}

type TableName = { schema: string; table: string }

/** Of a table: the rights of the role on all of it, and the columns that it may update where these are not all. */
type TableRights = { schema: string; table: string; verbs: string[]; columns: string[] }

const wantedRights = ({ schema, table }: TableName, places: readonly Place[]): TableRights => {
  if (schema === queueSchema) {
    const verbs = queueTaskTables.includes(table) ? ['select', 'insert', 'update', 'delete'] : ['select']
    return { schema, table, verbs, columns: [] }
  }
  const entry = tables[table]
  const isElsewhere = entry !== undefined && !places.includes(placeOfTable(entry))
  // A write to a copy would stop the copying, so that a cell only reads it.
  if (isElsewhere && isCopied(entry) && places.includes('cell'))
    return { schema, table, verbs: ['select'], columns: [] }
  if (isElsewhere || ownerOnlyTables.includes(table)) return { schema, table, verbs: [], columns: [] }
  const rights = rightsOf(table)
  return {
    schema,
    table,
    verbs: [
      'select',
      ...(rights.insert ? ['insert'] : []),
      ...(rights.update === 'all' ? ['update'] : []),
      ...(rights.delete ? ['delete'] : []),
    ],
    columns: rights.update === 'all' ? [] : [...rights.update].sort(),
  }
}

const tablesOfSchemas = `
  select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', $1) and c.relkind in ('r', 'p', 'v', 'm')
    -- Partitions, also those that are not attached yet or any more: their names end in their day.
    and not (n.nspname = 'public' and (c.relispartition or c.relname ~ '_[0-9]{8}$'))`

const missingGrants = `
  with wanted as (
    select c.oid, format('%I.%I', w.schema, w."table") as name, w.verbs, w.columns
    from jsonb_to_recordset($3::jsonb) as w(schema text, "table" text, verbs text[], columns text[])
    join pg_namespace n on n.nspname = w.schema join pg_class c on c.relnamespace = n.oid and c.relname = w."table"
  ), actual as (
    select wanted.*,
      array(select privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege
        where has_table_privilege($1, oid, privilege)) as verbs_now,
      array(select attname::text collate "C" from pg_attribute
        where attrelid = oid and attnum > 0 and not attisdropped and has_column_privilege($1, oid, attnum, 'update')
        order by 1) as columns_now
    from wanted
  )
  select format('grant usage on schema %I to %I', nspname, $1::text) as statement
  from pg_namespace where nspname in ('public', $2) and not has_schema_privilege($1, oid, 'usage')
  union all
  select format('grant usage, select on sequence %s to %I', c.oid::regclass, $1::text)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', $2) and c.relkind = 'S'
    and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage') else false end
  union all
  -- Creates the partition of a day close to today, or erases data of a sandbox application, and nothing else.
  select format('grant execute on function %s to %I', oid::regprocedure, $1::text) from pg_proc
  where proname in ('create_missing_partition', 'erase_sandbox_data') and pronamespace = 'public'::regnamespace
    and not has_function_privilege($1, oid, 'execute')
  union all
  select concat_ws('; ',
    case when $4 then format('revoke all on %s from %I', name, $1::text) end,
    case when verbs <> '{}' then format('grant %s on %s to %I', array_to_string(verbs, ', '), name, $1::text) end,
    case when columns <> '{}' then format('grant update (%s) on %s to %I',
      (select string_agg(quote_ident(c), ', ') from unnest(columns) as c), name, $1::text) end)
  from actual
  where not (verbs_now @> verbs and columns_now @> columns)
    or $4 and (not verbs @> verbs_now or (not 'update' = any(verbs) and columns_now <> columns))`

/** Whether the login of `pool` may take the role that serves calls. */
export const mayTakeAppRole = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean }>(
    `select coalesce(bool_or(pg_has_role(oid, 'member')), false) as may from pg_roles where rolname = $1`,
    [appRole],
  )
  return rows[0]?.may === true
}

/** Whether the role of `pool` could rewrite evidence or change the schema. */
export const mayRewriteEvidence = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_schema_privilege('public', 'create') or bool_or(has_table_privilege(name, privilege)) as may
     from unnest($1::text[]) as name, unnest(array['update', 'delete', 'truncate']) as privilege`,
    [appendOnlyTables],
  )
  return rows[0]?.may !== false
}
