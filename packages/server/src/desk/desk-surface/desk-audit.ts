import { createHash } from 'node:crypto'
import { csvLine, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import {
  type ActNeeds,
  actSchema,
  actsOfAll,
  actsWithNeeds,
  type Databases,
  fileResult,
  fileWithinMs,
  filterTime,
  type ListCursors,
  type ListedAct,
  listOfAll,
  type MergedAct,
  maxExported,
  type Position,
  pageInput,
  readPageOfAll,
  requireAllRead,
  tooManyActs,
} from '../../gateway/acts/index.ts'

/** `databases`: those with a log of acts. */
type AuditNeeds = ActNeeds & { cursors: ListCursors; databases: Databases }
const { reading } = actsWithNeeds<AuditNeeds>()
const text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
const filters = { actor: text, action: text, subject: text, organization: text, from: text, to: text }
const filterSchema = Type.Object(filters)
type Filters = Static<typeof filterSchema>

type Row = Omit<ListedAct, 'at' | 'number' | 'cell'> & { at: Date; number: string }
type NumberedRow = Omit<Row, 'number'> & { number: number }

/**
 * The order of the numbers is that of the times, but for acts of a few minutes. So a time also bounds the numbers, a day more on
 * each side, and the index of another condition ends there.
 */
const fromTime = (at: string) => [
  `at >= ${at}`,
  `act_number >= coalesce((select act_number from acts where at < ${at}::timestamptz - interval '1 day'
     order by at desc limit 1), 0)`,
]
const untilTime = (at: string) => [
  `at < ${at}`,
  `act_number <= coalesce((select act_number from acts where at > ${at}::timestamptz + interval '1 day'
     order by at limit 1), ${Number.MAX_SAFE_INTEGER})`,
]

/** Only the given conditions are in the statement, so that each has its index. */
const readActs = async (
  pool: pg.Pool,
  { actor, action, subject, organization, from, to }: Filters,
  { before, limit }: { before: number | null; limit: number },
): Promise<NumberedRow[]> => {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    ...(actor === undefined ? [] : [`actor = ${place(actor)}`]),
    ...(action === undefined ? [] : [`action = ${place(action)}`]),
    ...(subject === undefined ? [] : [`subject = ${place(subject)}`]),
    ...(organization === undefined ? [] : [`organization_id = ${place(organization)}`]),
    ...(from === undefined ? [] : fromTime(place(filterTime('from', from)))),
    ...(to === undefined ? [] : untilTime(place(filterTime('to', to)))),
    ...(before === null ? [] : [`act_number < ${place(before)}`]),
  ]
  const { rows } = await pool.query<Row>(
    `select act_number as number, at, actor_kind, actor, account, origin, organization_id, action, subject, before, after
     from acts where ${['true', ...conditions].join(' and ')} order by act_number desc limit ${place(limit)}`,
    values,
  )
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

/** The same over the logs of all databases: an act on an application is in the log of the database that had the application. */
const readAllActs = (
  { databases }: Pick<AuditNeeds, 'databases'>,
  filters: Filters,
  part: { after: Position | null; limit: number; withinMs?: number },
) =>
  actsOfAll({
    ...{ databases: databases(), ...part },
    read: (pool, own) => readActs(pool, filters, own),
  })

const actOf = ({ number, at, cell, position: _, ...row }: MergedAct<NumberedRow>): ListedAct => ({
  ...{ number, at: rfc3339(at.getTime()), ...row },
  ...(cell !== null && { cell }),
})

const readers = { operator: ['auditor', 'supervisor'] } as const

const listActsForDesk = reading({
  name: 'acts.list_for_desk',
  sentence: { en: 'Lists the acts of people in pages', fr: 'Liste les actes des personnes par pages' },
  actors: readers,
  routes: { operator: 'GET /audit' },
  input: Type.Object({ ...filters, ...pageInput }, { additionalProperties: false }),
  output: listOfAll(actSchema),
  refusals: ['value_invalid'],
  read: ({ actor, input, needs }) =>
    readPageOfAll(
      { name: 'desk-audit', actor, input, cursors: needs.cursors },
      {
        rows: (after, limit) => readAllActs(needs, input, { after, limit }),
        positionOf: ({ position }) => position,
        itemOf: actOf,
      },
    ),
})

const columns = [
  ...(['number', 'at', 'actor_kind', 'actor', 'account', 'origin'] as const),
  ...(['organization_id', 'action', 'subject', 'before', 'after', 'cell'] as const),
]

/**
 * The acts of a filter as a file, the newest first. The header `Content-Digest` and the log have its SHA-256. A file without the acts of
 * a cell would hide them.
 */
const exportActsForDesk = reading({
  name: 'acts.export_for_desk',
  sentence: { en: 'Exports the acts of people', fr: 'Exporte les actes des personnes' },
  actors: readers,
  routes: { operator: 'GET /audit/export' },
  input: Type.Object(
    { ...filters, format: Type.Optional(Type.Enum(['csv', 'ndjson'], { default: 'csv' })) },
    { additionalProperties: false },
  ),
  output: fileResult,
  refusals: ['value_invalid', 'history_incomplete'],
  async read({ input, needs }) {
    const { rows, unread } = await readAllActs(needs, input, {
      ...{ after: null, limit: maxExported + 1, withinMs: fileWithinMs },
    })
    requireAllRead(unread)
    if (rows.length > maxExported) throw tooManyActs('from')
    const acts = rows.map(actOf)
    const isCsv = input.format !== 'ndjson'
    const lines = isCsv
      ? [csvLine([...columns]), ...acts.map(csvOf)]
      : acts.map((act) => `${JSON.stringify(act)}\n`)
    const content = Buffer.from(lines.join(''))
    return {
      file_name: isCsv ? 'audit.csv' : 'audit.ndjson',
      content_type: isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
    }
  },
  entry: ({ sha256 }, { input }) => ({ subject: 'acts', after: { ...input, sha256 } }),
})

const csvOf = (act: ListedAct): string =>
  csvLine(
    columns.map((name) => {
      const value = act[name] ?? null
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    }),
  )

/** The log of acts at the desk. */
export const deskAuditReadings = [listActsForDesk, exportActsForDesk] as const
