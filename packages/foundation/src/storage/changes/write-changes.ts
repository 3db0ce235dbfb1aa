import type { ErrorCode } from '@nani/contract'
import type pg from 'pg'
import { dayOf } from '../partitions.ts'
import { changeStatement, columnOf, listOf, markOf, placeOfBytes, type Shape } from './change-statement.ts'
import { content, type Effect, type Fence, type Kind, lockOrder } from './effect.ts'
import { type JoinedBytes, joinBytes } from './joined-bytes.ts'

/** Effects that happen together, or not at all. */
export type Change = {
  /** Names the change: the id of a result, a request, a job. It is unique in a group. */
  id: string
  service: string | null
  scopes: readonly string[] | null
  atMs: number
  /** Null: the change has no condition. */
  fence: Fence | null
  effects: readonly Effect[]
}

/** Changes with the same signature have the same statement. */
export const signatureOf = ({ fence, effects }: Pick<Change, 'fence' | 'effects'>): string =>
  [fence?.fence ?? 'none', ...effects.map(({ effect }) => effect).toSorted()].join(' ')

/** Of the other changes the fence was closed. */
export type Written = {
  /** The ids of the changes that happened. */
  happened: ReadonlySet<string>
  /** The changes for which a requirement did not hold, with the code of its refusal. */
  refused: ReadonlyMap<string, ErrorCode>
}

/** Writes changes of one application, and returns the ids of those that happened. */
export const writeChanges = async (
  database: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  changes: readonly Change[],
): Promise<ReadonlySet<string>> => (await tryChanges(database, applicationId, changes)).happened

/** Writes changes of one application in one statement. An error undoes all of them. */
export const tryChanges = async (
  database: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
  changes: readonly Change[],
): Promise<Written> => {
  const statement = statementFor(changes)
  const { name, text } = statement
  const bytes = joinBytes()
  const json = JSON.stringify(changes.map((change) => jsonOf(change, statement, bytes)))
  const joined = text.includes('$3') ? [bytes.joined()] : []
  const { rows } = await database.query<{ id: string; refusal?: ErrorCode | null }>({
    name,
    text,
    values: [applicationId, json, ...joined],
  })
  return {
    happened: new Set(rows.flatMap(({ id, refusal }) => (refusal ? [] : [id]))),
    refused: new Map(rows.flatMap(({ id, refusal }) => (refusal ? [[id, refusal] as const] : []))),
  }
}

type Statement = { name: string; text: string; shape: Shape; marked: ReadonlySet<Kind> }

/** The statements of this process, by their names. Their number is bounded by the kinds that modules define. */
const statements = new Map<string, Statement>()

const statementFor = (changes: readonly Change[]): Statement => {
  const shape = shapeOf(changes)
  const name = nameOf(shape)
  const known = statements.get(name)
  if (known && isSameShape(known.shape, shape)) return known
  if (known) throw new Error(`two kinds of effects have the same name: ${name}`)
  const marked = new Set(shape.effects.filter(({ partial }) => partial).map(({ kind }) => kind))
  const statement = { name, text: changeStatement(shape), shape, marked }
  statements.set(name, statement)
  return statement
}

const shapeOf = (changes: readonly Change[]): Shape => {
  const counts = new Map<Kind, number>()
  for (const { effects } of changes)
    for (const effect of effects) {
      const { kind } = effect[content]
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  return {
    fence: changes[0]?.fence?.[content].kind ?? null,
    effects: [...counts]
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1))
      .map(([kind, count]) => ({ kind, partial: count < changes.length })),
  }
}

const placeOf = ({ locks }: Kind): number => (locks === null ? lockOrder.length : lockOrder.indexOf(locks))

const isSameShape = (one: Shape, other: Shape): boolean =>
  one.fence === other.fence && one.effects.every(({ kind }, at) => kind === other.effects[at]?.kind)

/** PostgreSQL keeps this much of the name of a prepared statement. */
const maxNameLength = 63

const nameOf = ({ fence, effects }: Shape): string => {
  const parts = effects.map(({ kind, partial }) => `${kind.name}${partial ? '?' : ''}`)
  const name = [fence?.name ?? 'always', ...parts].join('-')
  return name.length <= maxNameLength ? name : `${name.slice(0, 54)}-${hashOf(name)}`
}

/** FNV-1a in eight hexadecimal digits. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

type Row = Readonly<Record<string, unknown>>

const jsonOf = (
  change: Change,
  { shape, marked }: Statement,
  bytes: JoinedBytes,
): Record<string, unknown> => {
  const { id, service, scopes, atMs, fence, effects } = change
  const json: Record<string, unknown> = {
    id,
    service,
    scopes,
    at: new Date(atMs).toISOString(),
    day: dayOf(atMs),
  }
  if ((fence?.[content].kind ?? null) !== shape.fence) throw new Error('changes of a group have one fence')
  if (fence) putRow(json, fence[content].kind, fence[content].rows[0] as Row, bytes)
  for (const effect of effects) {
    const { kind, rows } = effect[content]
    if (marked.has(kind)) json[markOf(kind)] = true
    if (kind.many) json[listOf(kind)] = rows.map((row) => putRow({}, kind, row, bytes))
    else putRow(json, kind, rows[0] as Row, bytes)
  }
  return json
}

const putRow = (
  json: Record<string, unknown>,
  kind: Kind,
  row: Row,
  bytes: JoinedBytes,
): Record<string, unknown> => {
  for (const [name, type] of kind.columns) {
    const value = row[name]
    if (value === null || value === undefined) continue
    const column = columnOf(kind, name)
    if (type !== 'bytea') json[column] = value
    else {
      const { from, length } = placeOfBytes(column)
      json[from] = bytes.add(value as Uint8Array)
      json[length] = (value as Uint8Array).length
    }
  }
  return json
}
