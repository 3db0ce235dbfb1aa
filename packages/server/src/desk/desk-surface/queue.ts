import { type Actor, type OperatorRole, operatorRoles } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActNeeds, actsWithNeeds, askAll, type Databases } from '../../gateway/acts/index.ts'
import { actOfBillingProposal } from '../../money/invoicing/index.ts'
import { decidableActs, type ProposalNeeds } from '../proposals/index.ts'
import { caseSources } from './case-sources.ts'
import { type Counts, type Item, item, kinds, maxOfKind, type Reader, type Source } from './queue-source.ts'
import { readSource } from './read-source.ts'

/** `databases`: home, and the cells with the rows of applications. */
const { reading } = actsWithNeeds<
  ActNeeds & Pick<ProposalNeeds, 'declarationOf'> & Pick<Reader, 'twoPeople'> & { databases: Databases }
>()

/** A top-up or payment waits as the proposal to approve it, where there is one. */
const isNotProposed = (action: string, id: string) => `not exists (select from billing_proposals p
        where p.organization_id = waiting.organization_id and p.action = '${action}'
          and p.command = '[["id","' || ${id} || '"]]'
          and ${isOpenMoney})`
/** $4: the names of disabled people, whose proposals are not in force. */
const isOpenMoney = `executed_at is null and declined_at is null and proposed_at > $2::timestamptz - interval '24 hours'
        and proposed_by <> all($4::text[])`
const ofMoney = {
  everywhere: true,
  forAll: true,
  own: ({ disabled }) => [disabled],
  roles: ['billing_officer', 'supervisor'],
} satisfies Partial<Source>

const ofReviews = {
  kind: 'review',
  roles: ['reviewer', 'supervisor'],
  everywhere: true,
} satisfies Partial<Source>
const reviewColumns = `r.review_id as id, r.name as title, r.organization_id, r.application_id,
        r.submitted_at < $2::timestamptz - interval '5 days' as is_late, coalesce(r.submitted_at, r.created_at) as since`
/** Those that no one took are the same for every person. Those of one person, and those with a proposal, are few. */
const openReviews = `production_reviews r
      where r.status in ('submitted', 'in_review') and not exists (
        select from organizations o where o.organization_id = r.organization_id and o.account_status = 'closed')`

const sources: readonly Source[] = [
  {
    kind: 'organization',
    forAll: true,
    roles: ['reviewer', 'supervisor'],
    text: `select organization_id as id, name as title, organization_id, 'anyone' as waits_for, false as is_late,
        coalesce(status_changed_at, created_at) as since
      from organizations where account_status = 'pending' and $1::text is not null and $2::timestamptz is not null`,
  },
  {
    ...ofReviews,
    forAll: true,
    own: ({ reviewProposals }) => [reviewProposals.map(({ subject }) => subject)],
    text: `select ${reviewColumns}, 'anyone' as waits_for
      from ${openReviews} and r.claimed_by is null and $1::text is not null
        and not exists (select from unnest($4::text[]) proposed where proposed = r.review_id)`,
  },
  {
    ...ofReviews,
    own: ({ reviewProposals }) => [
      JSON.stringify(reviewProposals),
      reviewProposals.map(({ subject }) => subject),
    ],
    text: `select ${reviewColumns},
        case when p.proposed_by <> $1 then 'second_person' when r.claimed_by = $1 then 'mine' else 'anyone' end as waits_for
      from (select * from ${openReviews} and (r.claimed_by = $1 or r.review_id = any($5::text[]))) r
        left join json_to_recordset($4::json) as p(subject text, proposed_by text, decision text) on p.subject = r.review_id
      where (r.claimed_by is null or r.claimed_by = $1 or p.proposed_by <> $1)
        and (p.proposed_by is distinct from $1 or not r.enhanced or p.decision <> 'approve')`,
  },
  {
    kind: 'application_name',
    forAll: true,
    roles: ['reviewer', 'supervisor'],
    everywhere: true,
    text: `select application_id as id, coalesce(proposed_name, name) as title, organization_id, 'anyone' as waits_for,
        false as is_late, coalesce(proposed_at, created_at) as since
      from applications
      where environment = 'production' and (proposed_name is not null or proposed_logo_hash is not null)
        and cardinality(approved_services) > 0 and $1::text is not null and $2::timestamptz is not null`,
  },
  ...caseSources,
  {
    kind: 'proposal',
    own: ({ acts }) => [acts],
    actOf: (title) => title,
    roles: operatorRoles.filter((role) => role !== 'auditor'),
    text: `select proposal_id as id, act as title, organization_id, 'second_person' as waits_for, false as is_late,
        proposed_at as since
      from proposals where status = 'proposed' and expires_at > $2 and proposed_by <> $1 and act <> 'reviews.decide'
        and ($4::text[] is null or act = any($4))`,
  },
  {
    ...ofMoney,
    forAll: false,
    kind: 'proposal',
    actOf: actOfBillingProposal,
    text: `select proposal_id as id, action as title, organization_id, 'second_person' as waits_for,
        false as is_late, proposed_at as since
      from billing_proposals
      where ${isOpenMoney} and proposed_by <> $1`,
  },
  {
    kind: 'dispute',
    forAll: true,
    roles: ['reviewer', 'supervisor'],
    everywhere: true,
    text: `select dispute_id as id, application_id as title, null as organization_id, 'anyone' as waits_for,
        created_at < $2::timestamptz - interval '30 days' as is_late, created_at as since
      from access_disputes where status <> 'answered' and $1::text is not null`,
  },
  {
    ...ofMoney,
    kind: 'top_up',
    text: `select topup_id as id, organization_id as title, organization_id, 'anyone' as waits_for, false as is_late,
        created_at as since
      from billing_topups waiting where status = 'submitted' and $1::text is not null
        and ${isNotProposed('approve-top-up', 'topup_id')}`,
  },
  {
    ...ofMoney,
    kind: 'payment',
    text: `select payment_id as id, organization_id as title, organization_id, 'anyone' as waits_for, false as is_late,
        declared_at as since
      from billing_payments waiting where status = 'declared' and $1::text is not null
        and ${isNotProposed('approve-payment', 'payment_id')}`,
  },
]

const nameAndRoles = (actor: Actor): { name: string; roles: readonly OperatorRole[] } =>
  actor.kind === 'operator' ? actor : { name: '', roles: [] }

const readDisabled = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from operators where disabled_at is not null order by name',
  )
  return rows.map(({ name }) => name)
}

/** The open proposals about reviews. Home has them, and a cell may have the review. */
const readReviewProposals = async (home: pg.Pool, nowMs: number): Promise<Reader['reviewProposals']> => {
  const { rows } = await home.query<Reader['reviewProposals'][number]>(
    `select subject, proposed_by, content ->> 'decision' as decision from proposals
     where act = 'reviews.decide' and status = 'proposed' and expires_at > $1 order by subject`,
    [new Date(nowMs)],
  )
  return rows
}

const readKind = async (databases: ReturnType<Databases>, source: Source, reader: Reader) => {
  const asked = databases.filter(({ name }) => source.everywhere || name === 'home')
  const { answers, unread, silent } = await askAll(asked, (pool) =>
    readSource(pool, source, `queue-${sources.indexOf(source)}`, reader),
  )
  return { kind: source.kind, found: answers.map(({ answer }) => answer), unread, silent }
}

/** A kind can have several sources and databases. */
const oldestOfKinds = (items: Iterable<Item>): Item[] => {
  const shown = new Map<string, number>()
  return [...items].toSorted(byAge).filter(({ kind }) => {
    const count = (shown.get(kind) ?? 0) + 1
    shown.set(kind, count)
    return count <= maxOfKind
  })
}

/** What its statement counted for it. */
const lessOne = ({ waits_for, is_late }: Item): Counts => [
  -1,
  waits_for === 'second_person' ? -1 : 0,
  is_late ? -1 : 0,
]

const byAge = (one: Item, other: Item): number =>
  one.since < other.since ? -1 : one.since > other.since ? 1 : 0

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
    /** Of all that waits: what the person can do, what another person proposed, and what is late. */
    parts: Type.Object({ mine: Type.Integer(), second_person: Type.Integer(), late: Type.Integer() }),
    /** At most 100 of each kind. */
    data: Type.Array(item),
    /** The databases whose work is missing at present. */
    unread: Type.Optional(Type.Array(Type.String())),
  }),
  async read({ pool, actor, nowMs, needs: { declarationOf, twoPeople, databases } }) {
    const { name, roles } = nameAndRoles(actor)
    const acts = roles.includes('auditor') ? null : await decidableActs(pool, actor, declarationOf)
    const mine = sources.filter(
      (source) => roles.includes('auditor') || source.roles.some((role) => roles.includes(role)),
    )
    const reviewProposals = await readReviewProposals(pool, nowMs)
    const disabled = await readDisabled(pool)
    const reader = { name, nowMs, acts, declarationOf, twoPeople, disabled, reviewProposals }
    const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]))
    const parts = { mine: 0, second_person: 0, late: 0 }
    const data = new Map<string, Item>()
    const add = (kind: Item['kind'], [total, second, late]: Counts) => {
      counts[kind] = (counts[kind] ?? 0) + total
      parts.mine += total - second
      parts.second_person += second
      parts.late += late
    }
    const missing = new Set<string>()
    const away = new Set<string>()
    for (const source of mine) {
      // One that did not answer is not waited for again.
      const answering = databases().filter((one) => !away.has(one.name))
      const { kind, found, unread, silent } = await readKind(answering, source, reader)
      for (const name of unread) missing.add(name)
      for (const name of silent) away.add(name)
      for (const one of found) add(kind, one.counts)
      for (const one of found.flatMap(({ items }) => items)) {
        const earlier = data.get(`${kind} ${one.id}`)
        // It changed between two statements, which both counted it. The later one knows it better.
        if (earlier) add(kind, lessOne(earlier))
        data.set(`${kind} ${one.id}`, one)
      }
    }
    return {
      object: 'queue' as const,
      ...{ counts, parts },
      data: oldestOfKinds(data.values()),
      ...(missing.size > 0 && { unread: [...missing] }),
    }
  },
})
