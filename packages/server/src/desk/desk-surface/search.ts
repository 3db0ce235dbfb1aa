import { type OperatorRole, operatorRoles } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ActNeeds, actsWithNeeds } from '../../gateway/acts/index.ts'

const { reading } = actsWithNeeds<ActNeeds>()
const maxOfKind = 20

const found = Type.Object({
  kind: Type.Enum(['organization', 'application', 'review', 'case', 'invoice', 'operator']),
  id: Type.String(),
  title: Type.String(),
  organization_id: Type.Union([Type.String(), Type.Null()]),
})
type SearchResult = Static<typeof found>

type Source = { kind: SearchResult['kind']; roles: readonly OperatorRole[]; text: string }
const staff: readonly OperatorRole[] = ['supervisor', 'auditor']

/** $1: what was typed, $2: the most rows, $3: a pattern of what begins with it. A citizen is never found: reading one needs its own route and entry. */
const sources: readonly Source[] = [
  {
    kind: 'organization',
    roles: ['reviewer', 'billing_officer', ...staff],
    text: `select organization_id as id, name as title, organization_id from organizations
      where account_status <> 'closed' and (organization_id = $1 or rccm = $1 or lower(name) like lower($3))
      order by name limit $2`,
  },
  {
    kind: 'application',
    roles: ['reviewer', 'investigator', ...staff],
    text: `select application_id as id, name as title, organization_id from applications
      where application_id = $1 or lower(name) like lower($3) order by name limit $2`,
  },
  {
    kind: 'review',
    roles: ['reviewer', ...staff],
    text: `select review_id as id, name as title, organization_id from production_reviews
      where status is not null and (review_id = $1 or application_id = $1) order by created_at desc limit $2`,
  },
  {
    kind: 'case',
    roles: ['investigator', ...staff],
    text: `select case_id as id, case_number as title, null as organization_id from fraud_cases
      where case_id = $1 or (environment in ('sandbox', 'production') and case_number = upper($1))
      order by created_at desc, application_id limit $2`,
  },
  {
    kind: 'invoice',
    roles: ['billing_officer', ...staff],
    text: `select invoice_id as id, number as title, organization_id from billing_invoices
      where invoice_id = $1 or number = upper($1) order by number limit $2`,
  },
  {
    kind: 'operator',
    roles: staff,
    text: `select operator_id as id, name as title, null as organization_id from operators
      where operator_id = $1 or email = lower($1) or lower(name) like lower($3) order by name limit $2`,
  },
]

/** Objects by id, number or the beginning of a name, of the kinds that the roles may read. */
export const searchDesk = reading({
  name: 'desk.search',
  sentence: { en: 'Searches the desk', fr: 'Cherche dans le poste' },
  actors: { operator: [...operatorRoles] },
  routes: { operator: 'GET /search' },
  input: Type.Object({ q: Type.String({ minLength: 2, maxLength: 100 }) }, { additionalProperties: false }),
  /** A search finds a few of each kind, on one page. */
  output: Type.Object({
    ...{ object: Type.Literal('list'), data: Type.Array(found), next_cursor: Type.Null() },
  }),
  async read({ pool, actor, input: { q } }) {
    const roles = actor.kind === 'operator' ? actor.roles : []
    const data: SearchResult[] = []
    const [typed, beginsWith] = [q.trim(), `${q.trim().replace(/[\\%_]/g, '\\$&')}%`]
    for (const { kind, text } of sources.filter((source) =>
      source.roles.some((role) => roles.includes(role)),
    )) {
      const { rows } = await pool.query<Omit<SearchResult, 'kind'>>(text, [
        ...[typed, maxOfKind],
        ...(text.includes('$3') ? [beginsWith] : []),
      ])
      data.push(...rows.map((row) => ({ kind, ...row })))
    }
    return { object: 'list' as const, data, next_cursor: null }
  },
})
