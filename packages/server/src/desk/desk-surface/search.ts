import { type OperatorRole, operatorRoles } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import { type ActNeeds, actsWithNeeds, askAll, type Databases, homeAlone } from '../../gateway/acts/index.ts'

/** `databases`: home, and the cells with the rows of applications. */
const { reading } = actsWithNeeds<ActNeeds & { databases: Databases }>()
const maxOfKind = 20

const found = Type.Object({
  kind: Type.Enum(['organization', 'application', 'review', 'case', 'invoice', 'operator']),
  id: Type.String(),
  title: Type.String(),
  organization_id: Type.Union([Type.String(), Type.Null()]),
})
type SearchResult = Static<typeof found>

/** `everywhere`: rows of applications or of money, which a cell can have. */
type Source = { kind: SearchResult['kind']; roles: readonly OperatorRole[]; everywhere?: true; text: string }
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
    everywhere: true,
    text: `select application_id as id, name as title, organization_id from applications
      where application_id = $1 or lower(name) like lower($3) order by name limit $2`,
  },
  {
    kind: 'review',
    roles: ['reviewer', ...staff],
    everywhere: true,
    text: `select review_id as id, name as title, organization_id from production_reviews
      where status is not null and (review_id = $1 or application_id = $1) order by created_at desc limit $2`,
  },
  {
    kind: 'case',
    roles: ['investigator', ...staff],
    everywhere: true,
    text: `select case_id as id, case_number as title, null as organization_id from fraud_cases
      where case_id = $1 or (environment in ('sandbox', 'production') and case_number = upper($1))
      order by created_at desc, application_id limit $2`,
  },
  {
    kind: 'invoice',
    roles: ['billing_officer', ...staff],
    everywhere: true,
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
    /** The cells that cannot be read at present. */
    unread: Type.Optional(Type.Array(Type.String())),
  }),
  async read({ pool, actor, input: { q }, needs: { databases } }) {
    const roles = actor.kind === 'operator' ? actor.roles : []
    const data: SearchResult[] = []
    const missing = new Set<string>()
    const [typed, beginsWith] = [q.trim(), `${q.trim().replace(/[\\%_]/g, '\\$&')}%`]
    for (const { kind, text, everywhere } of sources.filter((source) =>
      source.roles.some((role) => roles.includes(role)),
    )) {
      const values = [typed, maxOfKind, ...(text.includes('$3') ? [beginsWith] : [])]
      const asked = everywhere ? databases() : homeAlone(pool)
      const { answers, unread } = await askAll(asked, (one) =>
        one.query<Omit<SearchResult, 'kind'>>(text, values),
      )
      const rows = answers.flatMap(({ answer }) => answer.rows)
      // Each database has sorted its own.
      if (answers.length > 1)
        rows.sort(
          (one, other) => rank(one, typed) - rank(other, typed) || one.title.localeCompare(other.title),
        )
      rows.splice(maxOfKind)
      data.push(...rows.map((row) => ({ kind, ...row })))
      for (const name of unread) missing.add(name)
    }
    const result = { object: 'list' as const, data, next_cursor: null }
    return missing.size > 0 ? { ...result, unread: [...missing] } : result
  },
})

/** An id that was typed whole is the first. */
const rank = ({ id }: Pick<SearchResult, 'id'>, typed: string): number => (id === typed ? 0 : 1)
