import { type ColumnType, type Kind, lockOrder, type Places } from './effect.ts'

/** The kinds of the changes that share a statement. */
export type Shape = {
  fence: Kind | null
  /** `partial`: some changes of the group do not have this effect. */
  effects: readonly { kind: Kind; partial: boolean }[]
}

const facts = 'id text, service text, scopes text[], at timestamptz, day date'

/** A column of the JSON that marks the changes with an effect that others of the group do not have. */
export const markOf = (kind: Kind): string => `has_${kind.name}`

/** The list of rows of an effect with `many`, in the JSON of its change. */
export const listOf = (kind: Kind): string => `${kind.name}_rows`

export const columnOf = (kind: Kind, column: string): string =>
  kind.many ? column : `${kind.name}_${column}`

/** Bytes are found by their place in the parameter that joins them. */
export const placeOfBytes = (column: string) =>
  ({ from: `${column}_from`, length: `${column}_bytes` }) as const

const declared = (column: string, type: ColumnType): string => {
  if (type !== 'bytea') return `${column} ${type}`
  const { from, length } = placeOfBytes(column)
  return `${from} integer, ${length} integer`
}

const declaredOf = (kind: Kind): string =>
  kind.columns.map(([name, type]) => declared(columnOf(kind, name), type)).join(', ')

const columnsOf = ({ fence, effects }: Shape): string =>
  [
    facts,
    ...(fence ? [declaredOf(fence)] : []),
    ...effects.flatMap(({ kind, partial }) => [
      kind.many ? `${listOf(kind)} json` : declaredOf(kind),
      partial && !kind.many ? `${markOf(kind)} boolean` : '',
    ]),
  ]
    .filter((columns) => columns !== '')
    .join(', ')

const expression = (row: string, column: string, type: ColumnType): string => {
  if (type !== 'bytea') return `${row}.${column}`
  const { from, length } = placeOfBytes(column)
  return `substring($3::bytea from ${row}.${from} for ${row}.${length})`
}

/** The parameters that the definition of an effect writes its SQL with; `source` holds the changes that it may read. */
const placesIn = (kind: Kind, source: string, partial: boolean): Places<Record<string, ColumnType>> => {
  const filtered = partial && !kind.many ? `(select * from ${source} where ${markOf(kind)})` : source
  const row = kind.many ? kind.name : 'change'
  const changes = kind.many
    ? `${source} as change, json_to_recordset(change.${listOf(kind)}) as ${kind.name}(${declaredOf(kind)})`
    : `${filtered} as change`
  return {
    application: '$1',
    changes,
    id: 'change.id',
    service: 'change.service',
    scopes: 'change.scopes',
    at: 'change.at',
    day: 'change.day',
    column: Object.fromEntries(
      kind.columns.map(([name, type]) => [name, expression(row, columnOf(kind, name), type)]),
    ),
    anyOf: (column) => `any(array(select ${column} from ${changes}))`,
    step: (name) => stepOf(kind, name),
  }
}

const stepOf = (kind: Kind, step: string): string => `${kind.name}_${step}`

/** The step that takes the lock of an effect. An effect of one statement has no other step. */
const lockStep = 'lock'

/** The expressions of an effect, by name. */
const stepsOf = (kind: Kind, source: string, partial: boolean): [name: string, sql: string][] => {
  const written = kind.write(placesIn(kind, source, partial))
  const steps = typeof written === 'string' ? { [kind.locks ? lockStep : 'write']: written } : written
  return Object.entries(steps).map(([name, sql]) => [stepOf(kind, name), sql])
}

/**
 * One statement for a group of changes. First the requirements, then the fence: a change is left out if a requirement
 * does not hold, or if its fence stays closed. Then the effects of the others. The statement returns the id of each
 * change that happened, and the id and the refusal of each change with a requirement that did not hold. PostgreSQL runs expressions that no other reads in no useful order. Therefore an effect that
 * locks a row of the application reads the effect that locks the row before it (`lockOrder`).
 */
export const changeStatement = (shape: Shape): string => {
  const { fence, effects } = shape
  const all = `select * from json_to_recordset($2) as change(${columnsOf(shape)})`
  const expressions: [name: string, sql: string][] = []
  const required = requirementsOf(shape)
  if (required.length > 0) {
    expressions.push(['requested', all], ...required.map(({ name, sql }): [string, string] => [name, sql]))
    const conditions = required.map(({ condition }) => condition).join(' and ')
    expressions.push([fence ? 'asked' : 'made', `select requested.* from requested where ${conditions}`])
  } else expressions.push([fence ? 'asked' : 'made', all])
  if (fence) {
    const opens = fence.write(placesIn(fence, 'asked', false)) as string
    expressions.push(['opened(id)', opens])
    expressions.push(['made', 'select asked.* from asked join opened using (id)'])
  }
  const locking = lockOrder.flatMap((row) => effects.filter(({ kind }) => kind.locks === row))
  let source = 'made'
  for (const { kind, partial } of locking) {
    expressions.push(...stepsOf(kind, source, partial))
    const next = `after_${kind.name}`
    expressions.push([next, afterLock(source, stepOf(kind, lockStep))])
    source = next
  }
  // The last one has no successor.
  if (locking.length > 0) expressions.pop()
  for (const { kind, partial } of effects)
    if (kind.locks === null) expressions.push(...stepsOf(kind, 'made', partial))
  const named = expressions.map(([name, sql]) => `${name} as (\n  ${sql.trim()}\n)`)
  const refused = required.map(
    ({ condition, refusal }) => `\nunion all select id, '${refusal}' from requested where not (${condition})`,
  )
  const happened = refused.length > 0 ? 'select id, null as refusal from made' : 'select id from made'
  return `with ${named.join(', ')}\n${happened}${refused.join('')}`
}

/** The expression of each requirement, and the condition that a change meets it. */
const requirementsOf = ({ effects }: Shape) =>
  effects.flatMap(({ kind, partial }) => {
    if (!kind.requires) return []
    const name = `${kind.name}_holds`
    const places = placesIn({ ...kind, many: false }, 'requested', partial)
    const held = `requested.id in (select id from ${name})`
    return {
      name: `${name}(id)`,
      sql: kind.requires.holds(places),
      refusal: kind.requires.refusal,
      condition: partial ? `(requested.${markOf(kind)} is not true or ${held})` : held,
    }
  })

/** The same changes, which can be read only after the lock is held. */
const afterLock = (source: string, lock: string): string =>
  `select next.* from (select count(*) from ${lock}) as held
  cross join lateral (select ${source}.* from ${source} where held.count >= 0) as next`
