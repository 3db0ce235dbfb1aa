import { createHmac } from 'node:crypto'
import pg from 'pg'
import { appRole, ownerRole } from '../storage/index.ts'

export type RolePasswords = { owner: string; app: string }

/**
 * Each role has its own password. The password of one role does not reveal that of the superuser or of the other
 * role.
 */
export const rolePasswords = (superuserPassword: string): RolePasswords => {
  const derive = (role: string) => createHmac('sha256', superuserPassword).update(role).digest('base64url')
  return { owner: derive(ownerRole), app: derive(appRole) }
}

/** Creates both roles and the database, all as the superuser, which nothing uses afterwards. */
export const ensureRoles = async (
  superuserUrl: (database: string) => string,
  database: string,
  passwords: RolePasswords,
): Promise<void> => {
  await withClient(superuserUrl('postgres'), async (client) => {
    await ensureRole(client, ownerRole, passwords.owner)
    await ensureRole(client, appRole, passwords.app)
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    await client.query(
      found.rowCount === 0
        ? `create database ${database} owner ${ownerRole}`
        : `alter database ${database} owner to ${ownerRole}`,
    )
  })
  await withClient(superuserUrl(database), async (client) => {
    // Releases before the roles ran migrations as the superuser.
    const { rows } = await client.query<{ statement: string }>(handOver, [ownerRole])
    for (const { statement } of rows) await client.query(statement)
  })
}

const ensureRole = async (client: pg.Client, role: string, password: string): Promise<void> => {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (found.rowCount === 0) await client.query(`create role ${role}`)
  await client.query(
    `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`,
  )
}

/** Statements that hand over every object of our schemas. A sequence of a column follows its table. */
const handOver = `
  with ours as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'pgboss')),
  target as (select oid, rolname from pg_roles where rolname = $1)
  select format('alter schema %I owner to %I', nspname, rolname) as statement
  from ours, target where nspname <> 'public' and nspowner <> target.oid
  union all
  select format('alter table %I.%I owner to %I', nspname, relname, rolname)
  from pg_class c join ours on ours.oid = relnamespace, target
  where relowner <> target.oid and relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, rolname)
  from pg_proc p join ours on ours.oid = pronamespace, target where proowner <> target.oid
  union all
  select format('alter type %I.%I owner to %I', nspname, typname, rolname)
  from pg_type t join ours on ours.oid = typnamespace, target
  where typowner <> target.oid and typtype in ('e', 'd')`

const withClient = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
