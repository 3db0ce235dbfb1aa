import { organizationAct, organizationId } from '@nani/contract/console'
import { csvLine, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  actsOfAll,
  fileResult,
  fileWithinMs,
  filterTime,
  homeAlone,
  listOfAll,
  type MergedAct,
  maxExported,
  type Position,
  pageInput,
  readPageOfAll,
  requireAllRead,
  tooManyActs,
} from '../../../gateway/acts/index.ts'
import { namesOfPeople, type Realm } from '../../people/index.ts'
import { type MembershipNeeds, membershipReading } from './needs.ts'

const closed = { additionalProperties: false }
const text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
const filters = { actor: text, subject: text, action: text, since: text, until: text }

type Row = {
  number: number
  at: Date
  actor_kind: string
  actor: string
  origin: string | null
  action: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
type Filters = { actor?: string; subject?: string; action?: string; since?: string; until?: string }

const readActs = async (
  pool: pg.Pool,
  organization: string,
  { actor, subject, action, since, until }: Filters,
  { before, limit }: { before: number | null; limit: number },
): Promise<Row[]> => {
  const { rows } = await pool.query<Row>({
    name: 'organization-acts',
    text: `select act_number as number, at, actor_kind, actor, origin, action, subject, before, after from acts
      where organization_id = $1 and ($2::text is null or actor = $2) and ($3::text is null or subject = $3)
        and ($4::text is null or action = $4) and ($5::timestamptz is null or at >= $5)
        and ($6::timestamptz is null or at < $6) and ($7::bigint is null or act_number < $7)
      order by act_number desc limit $8`,
    values: [
      ...[organization, actor ?? null, subject ?? null, action ?? null],
      ...[timeOf(since, 'since'), timeOf(until, 'until'), before, limit],
    ],
  })
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

/** The same over all databases: an act on an application is in the log of the database that had the application. */
const readAllActs = (
  { pool, databases = () => homeAlone(pool) }: Pick<MembershipNeeds, 'pool' | 'databases'>,
  { organization_id, ...filters }: Filters & { organization_id: string },
  part: { after: Position | null; limit: number; withinMs?: number },
) =>
  actsOfAll({
    ...{ databases: databases(organization_id), ...part },
    read: (one, part) => readActs(one, organization_id, filters, part),
  })

const timeOf = (given: string | undefined, field: string): Date | null => {
  return given === undefined ? null : filterTime(field, given)
}

const withNames = async (pool: pg.Pool, realm: Realm, rows: readonly MergedAct<Row>[]) => {
  const people = await namesOfPeople(
    pool,
    realm,
    rows.map(({ actor }) => actor),
  )
  return rows.map(({ number, at, actor_kind, actor, cell, position: _, ...row }) => ({
    ...{ object: 'act' as const, number, at: rfc3339(at.getTime()), actor_kind, actor },
    actor_name: actor_kind === 'member' ? (people.get(actor)?.name ?? null) : null,
    ...row,
    ...(cell !== null && { cell }),
  }))
}

export const listOrganizationActs = membershipReading({
  name: 'acts.list_own',
  sentence: {
    en: 'Lists the acts of people of the organization',
    fr: "Liste les actes des personnes de l'organisation",
  },
  actors: { member: ['owner', 'administrator', 'compliance_officer'] },
  routes: { member: 'GET /organizations/{organization_id}/acts' },
  input: Type.Object({ organization_id: organizationId, ...filters, ...pageInput }, closed),
  output: listOfAll(organizationAct),
  refusals: ['value_invalid'],
  async read({ pool, actor, input, needs }) {
    const { cursors, realm } = needs
    const page = await readPageOfAll(
      { name: 'acts', actor, input, cursors },
      {
        rows: (after, limit) => readAllActs(needs, input, { after, limit }),
        positionOf: (row) => row.position,
        itemOf: (row) => row,
      },
    )
    return { ...page, data: await withNames(pool, realm, page.data) }
  },
})

/** The acts as CSV, the newest first. Texts of people are never formulas. A file without the acts of a cell would hide them. */
export const exportOrganizationActs = membershipReading({
  name: 'acts.export',
  sentence: { en: 'Exports the acts of the organization', fr: "Exporte les actes de l'organisation" },
  actors: { member: ['owner', 'compliance_officer'] },
  routes: { member: 'GET /organizations/{organization_id}/acts/export' },
  input: Type.Object({ organization_id: organizationId, ...filters }, closed),
  output: fileResult,
  refusals: ['value_invalid', 'history_incomplete'],
  async read({ pool, input, needs }) {
    const { rows, unread } = await readAllActs(needs, input, {
      ...{ after: null, limit: maxExported + 1, withinMs: fileWithinMs },
    })
    requireAllRead(unread)
    if (rows.length > maxExported) throw tooManyActs('since')
    const acts = await withNames(pool, needs.realm, rows)
    const lines = acts.map((act) =>
      csvLine([
        ...[
          act.number,
          act.at,
          act.actor_kind,
          act.actor,
          act.actor_name,
          act.origin,
          act.action,
          act.subject,
        ],
        ...[
          act.before && JSON.stringify(act.before),
          act.after && JSON.stringify(act.after),
          act.cell ?? null,
        ],
      ]),
    )
    const head = csvLine([
      ...[
        'number',
        'at',
        'actor_kind',
        'actor',
        'actor_name',
        'origin',
        'action',
        'subject',
        'before',
        'after',
        'cell',
      ],
    ])
    return {
      file_name: 'acts.csv',
      content_type: 'text/csv; charset=utf-8',
      content: Buffer.from(head + lines.join('')),
    }
  },
  entry: (_result, { input }) => ({ subject: input.organization_id }),
})
