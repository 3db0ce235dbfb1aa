import type pg from 'pg'

type Column = {
  table: string
  column: string
  type: string
  array: boolean
  nullable: boolean
  defaulted: boolean
  computed: boolean
  labels: string[] | null
}

/** What the pool (`database.ts`) makes of each PostgreSQL type. */
const TYPESCRIPT: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  cidr: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  bpchar: 'string',
  text: 'string',
  varchar: 'string',
  time: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

// Partitions are left out: what they hold is read through their parent.
const COLUMNS = `
  select c.relname as table, a.attname as column,
         coalesce(element.typname, base.typname, t.typname) as type,
         element.oid is not null as array,
         not a.attnotnull as nullable,
         (a.atthasdef and a.attgenerated = '') or a.attidentity = 'd' as defaulted,
         a.attgenerated <> '' or a.attidentity = 'a' as computed,
         (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e
           where e.enumtypid = coalesce(element.oid, t.oid)) as labels
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype
    left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
   order by c.relname, a.attnum`

/** Kysely's table types of the public schema, as the text of a TypeScript module. */
export async function schemaTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const helpers = ['Generated', 'GeneratedAlways'].filter((name) =>
    rows.some((column) => typeOf(column).startsWith(`${name}<`)),
  )
  const sections = [
    '// Written by `npm run schema:types` from the migrated schema. Do not edit.',
    ...(helpers.length > 0 ? [`import type { ${helpers.join(', ')} } from 'kysely'`] : []),
    ...[...tables].map(([table, columns]) => typeLiteral(pascalCase(table), columns.map(member))),
    typeLiteral(
      'Schema',
      [...tables.keys()].map((table) => `${key(table)}: ${pascalCase(table)}`),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

function typeLiteral(name: string, members: string[]): string {
  return `export type ${name} = {\n${members.map((line) => `  ${line}\n`).join('')}}`
}

const member = (column: Column) => `${key(column.column)}: ${typeOf(column)}`

const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))

function typeOf({ table, column, type, array, nullable, defaulted, computed, labels }: Column): string {
  const single = labels ? labels.map((label) => `'${label}'`).join(' | ') : TYPESCRIPT[type]
  if (!single) throw new Error(`${table}.${column} has type ${type}, which schema-types.ts does not map.`)
  const value = array ? `${labels ? `(${single})` : single}[]` : single
  const selected = nullable && value !== 'unknown' ? `${value} | null` : value
  if (computed) return `GeneratedAlways<${selected}>`
  return defaulted ? `Generated<${selected}>` : selected
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
