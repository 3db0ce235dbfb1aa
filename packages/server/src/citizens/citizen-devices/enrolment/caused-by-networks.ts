import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { networksOf } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { markOf } from './codes.ts'

/** The marks of the networks of a caller. `widest` is the /24 of an IPv4 address, which has no /56. */
export type Sources = { source: Buffer; wider: Buffer | null; widest: Buffer | null }

export const sourcesOf = (address: string, key: KeyObject): Sources => {
  const [narrowest = address, second, third] = networksOf(address)
  const mark = (network: string | undefined) =>
    network === undefined ? null : markOf(key, 'source', network)
  return {
    source: markOf(key, 'source', narrowest),
    ...(third === undefined
      ? { wider: null, widest: mark(second) }
      : { wider: mark(second), widest: mark(third) }),
  }
}

/**
 * What a network has caused: enrolments within an hour, those with one typed text, their wrong codes, and the messages that
 * this text asked for within a day, with the time when the first of these is a day old. Never what it caused for a
 * citizen: that would show which texts identify the same one.
 */
export type Caused = {
  begun: number
  ofText: number
  wrong: number
  messages: number
  nextMessageAt: Date | null
}
type Bounds = Readonly<Record<'begun' | 'ofText' | 'wrong' | 'messages', number>>

/** For an address or a /64, a /56, and a /48 or /24. Citizens of a mobile network share addresses. */
const bounds: Readonly<Record<Environment, readonly [Bounds, Bounds, Bounds]>> = {
  production: [
    { begun: 60, ofText: 12, wrong: 100, messages: 6 },
    { begun: 120, ofText: 18, wrong: 200, messages: 9 },
    { begun: 240, ofText: 24, wrong: 400, messages: 12 },
  ],
  sandbox: [
    { begun: 2_000, ofText: 2_000, wrong: 10_000, messages: 2_000 },
    { begun: 4_000, ofText: 4_000, wrong: 20_000, messages: 4_000 },
    { begun: 8_000, ofText: 8_000, wrong: 40_000, messages: 8_000 },
  ],
}

/** How long until a network has turns again, at most. */
export const retryAfterSeconds = 600

const columns = ['source', 'wider_source', 'widest_source'] as const
const hour = `created_at > now() - interval '1 hour'`
const counted = columns
  .map(
    (column, index) => `
      select ${index} as width, count(*) filter (where ${hour})::int as begun,
        count(*) filter (where asked = $4 and ${hour})::int as "ofText",
        coalesce(sum(wrong_codes) filter (where ${hour}), 0)::int as wrong,
        count(*) filter (where asked = $4 and asked_sent)::int as messages,
        min(created_at) filter (where asked = $4 and asked_sent) + interval '1 day' as "nextMessageAt"
      from device_enrolments where ${column} = $${index + 1} and created_at > now() - interval '1 day'`,
  )
  .join(' union all ')

export const causedBy = async (
  database: Database,
  { source, wider, widest }: Sources,
  asked: Buffer | null,
): Promise<Caused[]> => {
  const { rows } = await database.query<Caused>({
    name: 'enrolments-of-networks',
    text: `${counted} order by width`,
    values: [source, wider, widest, asked],
  })
  return rows
}

/**
 * Enrolments of the widest network are written one after the other, so that many at the same time do not all count as the
 * first. Its narrower networks are then counted in the same way.
 */
export const lockNetwork = async (client: Database, { source, widest }: Sources): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [(widest ?? source).readBigInt64BE(0).toString()])
}

const reaches = (caused: readonly Caused[], environment: Environment, names: readonly (keyof Bounds)[]) =>
  caused.filter((one, width) =>
    names.some((name) => one[name] >= (bounds[environment][width]?.[name] ?? Number.POSITIVE_INFINITY)),
  )

/** Whether a network of the caller may begin an enrolment with this text. */
export const mayBegin = (caused: readonly Caused[], environment: Environment): boolean =>
  reaches(caused, environment, ['begun', 'ofText', 'wrong']).length === 0

/** Whether a network of the caller may try a code. */
export const mayTry = (caused: readonly Caused[], environment: Environment): boolean =>
  reaches(caused, environment, ['wrong']).length === 0

/** When the caller may ask for a message with this text; null if at once. */
export const messageAllowedAt = (caused: readonly Caused[], environment: Environment): Date | null =>
  reaches(caused, environment, ['messages']).reduce<Date | null>(
    (latest, { nextMessageAt }) =>
      nextMessageAt !== null && (latest === null || nextMessageAt > latest) ? nextMessageAt : latest,
    null,
  )
