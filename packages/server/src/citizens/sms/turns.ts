import type { Database } from '@nani/foundation/storage/index.ts'
import type { SmsTurn } from './message.ts'

/** How many messages that strangers cause may leave, each within an hour. */
export type TurnBounds = {
  all: number
  /** Of them, those that only numbers without such a message today get. */
  reserve: number
  /** For one network. */
  ofNetwork: number
  /** Of the reserve within five minutes, so that no burst uses it up. */
  reservePace: number
}

const networkShare = 0.05
const reserveShare = 0.2
const paceMinutes = 5
const pacesOfHour = 60 / paceMinutes

export const turnBounds = (codesPerHour: number): TurnBounds => {
  const reserve = Math.floor(codesPerHour * reserveShare)
  return {
    all: codesPerHour,
    reserve,
    ofNetwork: Math.max(1, Math.floor(codesPerHour * networkShare)),
    reservePace: Math.ceil(reserve / pacesOfHour),
  }
}

/** A message counts for an hour from when it was taken. Those that lapsed before that count for nothing. */
const isCounted = `limited and taken_at > now() - interval '1 hour'`
const isWaiting = `limited and state = 'waiting' and taken_at is null and expires_at > now()`

/**
 * Messages that wait, with their turn: how many of their network are before them within the hour. The network that had
 * the fewest comes first, and within a turn a number without a code today.
 */
export const waitingTurns = `
  of_networks as (select network, count(*) as taken from sms_messages where ${isCounted} group by network),
  waiting as (
    select w.message_id, w.created_at, w.next_attempt_at,
      coalesce(n.taken, 0) + row_number() over (partition by w.network order by w.created_at, w.message_id) as turn,
      not exists (
        select from sms_messages d
        where d.recipient = w.recipient and d.limited and d.taken_at > now() - interval '1 day') as is_first
    from sms_messages w left join of_networks n on n.network = w.network
    where ${isWaiting})`

/** What was used within an hour, and of the reserve within five minutes. */
export type UsedTurns = { ordinary: number; reserved: number; pace: number }

const used = `
  count(*) filter (where not reserved)::int as ordinary, count(*) filter (where reserved)::int as reserved,
  count(*) filter (where reserved and taken_at > now() - interval '${paceMinutes} minutes')::int as pace`

/** Each process counts before it takes a few, so that the bounds are approximate. */
export const countUsed = async (database: Database): Promise<UsedTurns> => {
  const { rows } = await database.query<UsedTurns>({
    name: 'sms-used',
    text: `select ${used} from sms_messages where ${isCounted}`,
  })
  return rows[0] as UsedTurns
}

/** How many may leave now: of any number, and further ones of numbers without such a message today. */
export const slotsLeft = (bounds: TurnBounds, now: UsedTurns): { ordinary: number; reserve: number } => ({
  ordinary: Math.max(0, bounds.all - bounds.reserve - now.ordinary),
  reserve: Math.max(0, Math.min(bounds.reserve - now.reserved, bounds.reservePace - now.pace)),
})

/** When a message would leave, by the clock of the database. */
export type SmsForecast = { now: Date; leavesAt: Date }

type Forecast = UsedTurns & {
  now: Date
  ahead: number
  is_first: boolean
  network_free_at: Date | null
  ordinary_free_at: Date | null
  reserve_free_at: Date | null
}

/**
 * When a further message would leave. It depends on the network, on the text for which a number was looked up, and on
 * how many messages there are: never on whether anyone gets them.
 */
export const forecastTurn = async (
  database: Database,
  { network, recipient }: SmsTurn,
  bounds: TurnBounds,
): Promise<SmsForecast> => {
  const freeAt = (condition: string, place: string) => `(
    select coalesce(taken_at, created_at) + interval '1 hour' from sms_messages
    where ${condition} order by coalesce(taken_at, created_at) desc offset ${place} - 1 limit 1)`
  const { rows } = await database.query<Forecast>({
    name: 'sms-forecast',
    text: `with ${waitingTurns},
             own as (select count(*) + 1 as turn from sms_messages
                     where network = $1 and ((${isCounted}) or (${isWaiting})))
           select now() as now, ordinary, reserved, pace,
             (select count(*)::int from waiting where turn <= least(own.turn, $3::int)) as ahead,
             not exists (
               select from sms_messages where recipient = $2 and limited and taken_at > now() - interval '1 day')
               as is_first,
             ${freeAt(`network = $1 and ((${isCounted}) or (${isWaiting}))`, '$3::int')} as network_free_at,
             ${freeAt(`not reserved and ${isCounted}`, '$4::int')} as ordinary_free_at,
             ${freeAt(`reserved and ${isCounted}`, 'greatest(1, $5::int)')} as reserve_free_at
           from own, (select ${used} from sms_messages where ${isCounted}) used`,
    values: [network, recipient, bounds.ofNetwork, bounds.all - bounds.reserve, bounds.reserve],
  })
  const state = rows[0] as Forecast
  return { now: state.now, leavesAt: leavesAt(state, bounds) }
}

const paceMs = paceMinutes * 60_000

const leavesAt = (state: Forecast, bounds: TurnBounds): Date => {
  const { now, ahead, network_free_at: ofNetwork } = state
  const inPaces = (paces: number) => new Date(+now + paces * paceMs)
  const times = [now, ofNetwork ?? now]
  if (state.ordinary + ahead >= bounds.all - bounds.reserve) {
    if (state.is_first && bounds.reserve > 0) {
      times.push(inPaces(Math.floor((ahead + state.pace) / bounds.reservePace)), state.reserve_free_at ?? now)
    } else times.push(state.ordinary_free_at ?? inPaces(1))
  }
  return new Date(Math.max(...times.map(Number)))
}
