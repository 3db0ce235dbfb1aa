import { type Clock, operatorRoles, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { defineReading, type ReadingContext } from '../../../gateway/acts/index.ts'
import { readWebhook } from '../endpoints/endpoint-settings.ts'
import { answerContext } from './attempt-delivery.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

const deliveryAttempt = Type.Object({
  /** 1 at first. Each resend on demand starts another round. */
  round: Type.Integer(),
  /** 1 to 5, within its round. */
  attempt: Type.Integer(),
  at: Type.String(),
  url: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  latency_ms: Type.Number(),
  /** Why there is no status: a stable word. */
  failure: textOrNull,
  /** The first kilobyte of the response, as text. */
  answer: textOrNull,
})
export type DeliveryAttempt = Static<typeof deliveryAttempt>

export const delivery = Type.Object({
  event_id: Type.String(),
  type: textOrNull,
  state: Type.Enum(['scheduled', 'delivered', 'exhausted']),
  next_attempt_at: textOrNull,
  /** Oldest first. */
  attempts: Type.Array(deliveryAttempt),
})
export type Delivery = Static<typeof delivery>

const deliveriesInput = Type.Object(
  {
    application_id: Type.String({ minLength: 1, maxLength: 64 }),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  },
  { additionalProperties: false },
)
type DeliveryNeeds = { pool: pg.Pool; clock: Clock; answersVault: Vault }

type DeliveryRow = {
  event_id: string
  event_day: string
  state: Delivery['state']
  next_attempt_at: Date
}
type AttemptRow = Omit<DeliveryAttempt, 'at' | 'status' | 'answer'> & {
  event_id: string
  attempt_id: string
  at: Date
  http_status: number | null
  sealed_answer: Buffer | null
}

const attemptsOfEach = 10

/** The latest deliveries of an application, the newest first, with their attempts. */
export const listDeliveries = defineReading({
  name: 'webhooks.deliveries',
  sentence: { en: 'Lists the deliveries of an application', fr: 'Liste les livraisons d’une application' },
  actors: { operator: [...operatorRoles] },
  input: deliveriesInput,
  output: Type.Array(delivery),
  refusals: ['application_not_found'],
  read: ({ input, needs }: ReadingContext<Static<typeof deliveriesInput>, DeliveryNeeds>) =>
    readDeliveries(input.application_id, input.limit, needs),
})

/** The same for a surface with an own permission. Throws a Refusal. */
export const readDeliveries = async (
  applicationId: string,
  limit: number,
  dependencies: Pick<DeliveryNeeds, 'pool' | 'answersVault'>,
): Promise<Delivery[]> => {
  await readWebhook(dependencies.pool, applicationId)
  return deliveriesPage(applicationId, { limit, before: null }, dependencies)
}

/**
 * The deliveries before an event, the newest first; null: from the newest one. The statements over partitions are planned once on
 * each connection, because the planning takes longer than the reading. With an unknown limit PostgreSQL would plan each time. No attempt
 * is older than its event, whose day is by the clock of another process.
 */
export const deliveriesPage = async (
  applicationId: string,
  { limit, before }: { limit: number; before: string | null },
  { pool, answersVault }: Pick<DeliveryNeeds, 'pool' | 'answersVault'>,
): Promise<Delivery[]> => {
  const { rows } = await pool.query<DeliveryRow>({
    name: 'deliveries',
    text: `select event_id, event_day::text as event_day, state, next_attempt_at from webhook_deliveries
     where application_id = $1 and ($3::text is null or event_id < $3)
     order by event_id desc limit $2`,
    values: [applicationId, limit, before],
  })
  const ids = rows.map((row) => row.event_id)
  const days = rows.map((row) => row.event_day)
  const sorted = days.toSorted()
  // A bound that is one value leaves out partitions before the statement begins.
  const [firstDay, lastDay] = [sorted[0] ?? null, sorted.at(-1) ?? null]
  const events = await pool.query<{ event_id: string; type: string }>({
    name: 'types-of-deliveries',
    text: `select e.event_id, e.type from unnest($2::text[], $3::date[]) as d(event_id, event_day)
     join events e on e.application_id = $1 and e.event_id = d.event_id and e.day = d.event_day
     where e.day >= $4::date and e.day <= $5::date`,
    values: [applicationId, ids, days, firstDay, lastDay],
  })
  const types = new Map(events.rows.map(({ event_id, type }) => [event_id, type]))
  const attempts = await pool.query<AttemptRow>({
    name: 'attempts-of-deliveries',
    text: `select a.* from unnest($2::text[], $3::date[]) as d(event_id, event_day), lateral (
       select event_id, attempt_id, round, attempt, at, url, http_status, latency_ms, failure, sealed_answer
       from webhook_attempts w where w.application_id = $1 and w.event_id = d.event_id and w.day >= d.event_day - 1
         and w.day >= $4::date - 1
       order by at desc, attempt_id desc limit ${attemptsOfEach}
     ) a order by a.at, a.attempt_id`,
    values: [applicationId, ids, days, firstDay],
  })
  const byEvent = Map.groupBy(attempts.rows, (row) => row.event_id)
  const render = ({
    event_id,
    attempt_id,
    at,
    http_status,
    sealed_answer,
    ...row
  }: AttemptRow): DeliveryAttempt => ({
    ...row,
    at: rfc3339(at.getTime()),
    status: http_status,
    answer:
      sealed_answer && answersVault.open(sealed_answer, answerContext(applicationId, attempt_id)).toString(),
  })
  return rows.map(({ event_day: _, ...row }) => ({
    ...row,
    type: types.get(row.event_id) ?? null,
    next_attempt_at: row.state === 'scheduled' ? rfc3339(row.next_attempt_at.getTime()) : null,
    attempts: (byEvent.get(row.event_id) ?? []).map(render),
  }))
}
