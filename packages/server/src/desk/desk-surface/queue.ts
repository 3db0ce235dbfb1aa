import { type Actor, type OperatorRole, operatorRoles, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActNeeds, actsWithNeeds } from '../../gateway/acts/index.ts'
import { actOfBillingProposal } from '../../money/invoicing/index.ts'
import { decidableActs, type ProposalNeeds } from '../proposals/index.ts'
import { caseSources } from './case-sources.ts'
import { type Item, item, kinds, type Reader, type Source } from './queue-source.ts'

const { reading } = actsWithNeeds<
  ActNeeds & Pick<ProposalNeeds, 'declarationOf'> & Pick<Reader, 'twoPeople'>
>()
const maxOfKind = 100

const columns = (since: string) => `${since} as since, count(*) over ()::integer as total`

/** A top-up or payment waits as the proposal to approve it, where there is one. */
const isNotProposed = (action: string, id: string) => `not exists (select from billing_proposals p
        where p.organization_id = waiting.organization_id and p.action = '${action}'
          and p.command = '[["id","' || ${id} || '"]]'
          and ${isOpenMoney})`
const isOpenMoney = `executed_at is null and declined_at is null and proposed_at > $2::timestamptz - interval '24 hours'
        and not exists (select from operators where name = proposed_by and disabled_at is not null)`

const sources: readonly Source[] = [
  {
    kind: 'organization',
    roles: ['reviewer', 'supervisor'],
    text: `select organization_id as id, name as title, organization_id, 'anyone' as waits_for, false as is_late,
        ${columns('coalesce(status_changed_at, created_at)')}
      from organizations where account_status = 'pending' and $1::text is not null and $2::timestamptz is not null
      order by since limit $3`,
  },
  {
    kind: 'review',
    roles: ['reviewer', 'supervisor'],
    text: `select r.review_id as id, r.name as title, r.organization_id, r.submitted_at < $2::timestamptz - interval '5 days' as is_late,
        case when p.proposed_by <> $1 then 'second_person' when r.claimed_by = $1 then 'mine' else 'anyone' end as waits_for,
        ${columns('coalesce(r.submitted_at, r.created_at)')}
      from production_reviews r join organizations o on o.organization_id = r.organization_id and o.account_status <> 'closed'
        left join proposals p on p.act = 'reviews.decide' and p.subject = r.review_id and p.status = 'proposed'
          and p.expires_at > $2
      where r.status in ('submitted', 'in_review') and (r.claimed_by is null or r.claimed_by = $1 or p.proposed_by <> $1)
        and (p.proposed_by is distinct from $1 or not r.enhanced or p.content ->> 'decision' <> 'approve')
      order by since, r.application_id limit $3`,
  },
  {
    kind: 'application_name',
    roles: ['reviewer', 'supervisor'],
    text: `select application_id as id, coalesce(proposed_name, name) as title, organization_id, 'anyone' as waits_for,
        false as is_late, ${columns('created_at')}
      from applications
      where environment = 'production' and (proposed_name is not null or proposed_logo_hash is not null)
        and cardinality(approved_services) > 0 and $1::text is not null and $2::timestamptz is not null
      order by since limit $3`,
  },
  ...caseSources,
  {
    kind: 'proposal',
    own: ({ acts }) => [acts],
    actOf: (title) => title,
    roles: operatorRoles.filter((role) => role !== 'auditor'),
    text: `select proposal_id as id, act as title, organization_id, 'second_person' as waits_for, false as is_late,
        ${columns('proposed_at')}
      from proposals where status = 'proposed' and expires_at > $2 and proposed_by <> $1 and act <> 'reviews.decide'
        and ($4::text[] is null or act = any($4))
      order by since limit $3`,
  },
  {
    kind: 'proposal',
    actOf: actOfBillingProposal,
    roles: ['billing_officer', 'supervisor'],
    text: `select proposal_id as id, action as title, organization_id, 'second_person' as waits_for,
        false as is_late, ${columns('proposed_at')}
      from billing_proposals
      where ${isOpenMoney} and proposed_by <> $1
      order by since limit $3`,
  },
  {
    kind: 'dispute',
    roles: ['reviewer', 'supervisor'],
    text: `select dispute_id as id, application_id as title, null as organization_id, 'anyone' as waits_for,
        created_at < $2::timestamptz - interval '30 days' as is_late, ${columns('created_at')}
      from access_disputes where status <> 'answered' and $1::text is not null order by since limit $3`,
  },
  {
    kind: 'top_up',
    roles: ['billing_officer', 'supervisor'],
    text: `select topup_id as id, organization_id as title, organization_id, 'anyone' as waits_for, false as is_late,
        ${columns('created_at')}
      from billing_topups waiting where status = 'submitted' and $1::text is not null
        and ${isNotProposed('approve-top-up', 'topup_id')}
      order by since limit $3`,
  },
  {
    kind: 'payment',
    roles: ['billing_officer', 'supervisor'],
    text: `select payment_id as id, organization_id as title, organization_id, 'anyone' as waits_for, false as is_late,
        ${columns('declared_at')}
      from billing_payments waiting where status = 'declared' and $1::text is not null
        and ${isNotProposed('approve-payment', 'payment_id')}
      order by since limit $3`,
  },
]

type Row = Omit<Item, 'kind' | 'since' | 'sentence'> & { since: Date; total: number }

const nameAndRoles = (actor: Actor): { name: string; roles: readonly OperatorRole[] } =>
  actor.kind === 'operator' ? actor : { name: '', roles: [] }

const readDisabled = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from operators where disabled_at is not null',
  )
  return rows.map(({ name }) => name)
}

const readKind = async (pool: pg.Pool, source: Source, reader: Reader) => {
  const { name, nowMs, declarationOf } = reader
  const { kind, text, own, actOf } = source
  // Planned once on each connection: to plan nine statements takes longer than to run them.
  const { rows } = await pool.query<Row>({
    ...{ name: `queue-${sources.indexOf(source)}`, text },
    values: [...[name, new Date(nowMs), maxOfKind], ...(own?.(reader) ?? [])],
  })
  const items = rows.map(({ total: _, since, ...row }): Item => {
    const title = actOf?.(row.title) ?? row.title
    const sentence = actOf ? (declarationOf(title)?.sentence ?? null) : null
    return { kind, ...row, title, sentence, since: rfc3339(since.getTime()) }
  })
  return { kind, items, total: rows[0]?.total ?? 0 }
}

/**
 * All work that waits for the roles of the person, the oldest first. An own proposal that another person must decide is left out. An
 * auditor sees what waits for every role.
 */
export const readQueue = reading({
  name: 'desk.queue',
  sentence: { en: 'Reads the work that waits', fr: 'Lit le travail en attente' },
  actors: { operator: [...operatorRoles] },
  routes: { operator: 'GET /queue' },
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    object: Type.Literal('queue'),
    counts: Type.Object(Object.fromEntries(kinds.map((kind) => [kind, Type.Integer()]))),
    /** At most 100 of each kind. */
    data: Type.Array(item),
  }),
  async read({ pool, actor, nowMs, needs: { declarationOf, twoPeople } }) {
    const { name, roles } = nameAndRoles(actor)
    const acts = roles.includes('auditor') ? null : await decidableActs(pool, actor, declarationOf)
    const mine = sources.filter(
      (source) => roles.includes('auditor') || source.roles.some((role) => roles.includes(role)),
    )
    const reader = { name, nowMs, acts, declarationOf, twoPeople, disabled: await readDisabled(pool) }
    const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]))
    const data: Item[] = []
    for (const source of mine) {
      const { kind, items, total } = await readKind(pool, source, reader)
      counts[kind] = (counts[kind] ?? 0) + total
      data.push(...items)
    }
    return {
      object: 'queue' as const,
      counts,
      data: data.toSorted((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0)),
    }
  },
})
