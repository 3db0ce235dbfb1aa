import type { IdSource } from '@nani/foundation/core/index.ts'
import { type Database, deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { NewSms, SmsMessage } from './message.ts'
import { countUsed, slotsLeft, type TurnBounds, waitingTurns } from './turns.ts'

/** What becomes of the messages of an environment: a provider sends them, a page shows them, or neither. */
export type Destination = 'waiting' | 'shown' | 'void'

/** A message is not sent after this time. A code is worth nothing then. */
const lifeMinutes = { code: 10, warning: 30, report: 30 } as const
const context = (id: string) => `sms:${id}`

export type SmsWriting = { newId: IdSource; vault: Vault; destinationOf(sms: NewSms): Destination }

/** Writes a message in the transaction of the change that it reports. */
export const writeSms = async (
  database: Database,
  sms: NewSms,
  { newId, vault, destinationOf }: SmsWriting,
): Promise<void> => {
  const id = newId('sms')
  const sealed = vault.seal(Buffer.from(JSON.stringify({ to: sms.to ?? '', text: sms.text })), context(id))
  const destination = destinationOf(sms)
  const turn = sms.kind === 'report' ? null : sms
  // Without a recipient it still waits for its turn, so that no one learns from the turns of others who exists.
  const state = sms.to === null && (turn === null || destination !== 'waiting') ? 'void' : destination
  await database.query({
    name: 'sms-write',
    text: `insert into sms_messages (message_id, environment, sealed_message, state, limited, network, recipient, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
    values: [
      ...[id, sms.environment, sealed, state, turn !== null],
      ...[turn?.network ?? null, turn?.recipient ?? null, lifeMinutes[sms.kind]],
    ],
  })
}

type Row = { message_id: string; sealed_message: Buffer; created_at: Date }

const open = ({ message_id: id, sealed_message }: Row, vault: Vault): SmsMessage => {
  const { to, text } = JSON.parse(vault.open(sealed_message, context(id)).toString()) as SmsMessage
  return { id, to, text }
}

const batchSize = 20
/** Another process sends a message again if this one did not report a result. */
const leaseSeconds = 30

/**
 * Takes messages that are due. No other process takes them for the time of the lease. One that was taken before keeps its
 * turn, so that a further attempt uses up nothing.
 */
export const takeDueSms = async (
  database: Database,
  vault: Vault,
  bounds: TurnBounds,
): Promise<{ due: SmsMessage[]; used: number }> => {
  const used = await countUsed(database)
  const { ordinary, reserve } = slotsLeft(bounds, used)
  const { rows } = await database.query<Row & { is_new: boolean }>({
    name: 'sms-take',
    text: `with ${waitingTurns},
           ranked as (
             select message_id, turn, is_first, created_at,
               row_number() over (order by turn, is_first desc, created_at, message_id) as place
             from waiting where turn <= $3 and next_attempt_at <= now()),
           ordinary as (select message_id, false as reserved from ranked where place <= $4 order by place limit $1),
           reserve as (
             select message_id, true as reserved from ranked
             where place > $4 and is_first order by place limit $5),
           due as (
             select * from ordinary union all select * from reserve
             union all
             (select message_id, reserved from sms_messages
              where state = 'waiting' and (not limited or taken_at is not null)
                and next_attempt_at <= now() and expires_at > now()
              order by next_attempt_at limit $1)),
           locked as (
             select m.message_id, d.reserved, m.taken_at is null and m.limited as is_new
             from sms_messages m join due d using (message_id)
             where m.state = 'waiting' and m.next_attempt_at <= now() for update of m skip locked)
           update sms_messages m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2),
             reserved = locked.reserved, taken_at = coalesce(m.taken_at, now())
           from locked where m.message_id = locked.message_id
           returning m.message_id, m.sealed_message, m.created_at, locked.is_new`,
    values: [batchSize, leaseSeconds, bounds.ofNetwork, ordinary, Math.min(batchSize, reserve)],
  })
  const due = rows.map((row) => open(row, vault))
  return { due, used: used.ordinary + used.reserved + rows.filter(({ is_new }) => is_new).length }
}

/** The number and the text are erased when the message has left. */
export const markSent = async (database: Database, id: string): Promise<void> => {
  await database.query({
    name: 'sms-sent',
    text: `update sms_messages set state = 'sent', sealed_message = '', sent_at = now()
           where message_id = $1 and state = 'waiting'`,
    values: [id],
  })
}

/** The next attempt comes after 2, 4, 8 … seconds, at most after a minute. */
export const markFailedAttempt = async (database: Database, id: string): Promise<void> => {
  await database.query({
    name: 'sms-failed-attempt',
    text: `update sms_messages set next_attempt_at = now() + make_interval(secs => least(60, 2 ^ attempts))
           where message_id = $1 and state = 'waiting'`,
    values: [id],
  })
}

export type ShownSms = { to: string; text: string; at: Date }

const maxShown = 50

/** The newest messages of the demo. Those of production may remain of an earlier start, which no one else could reach. */
export const listShownSms = async (
  database: Database,
  vault: Vault,
  { ofProduction }: { ofProduction: boolean },
): Promise<ShownSms[]> => {
  const { rows } = await database.query<Row>({
    name: 'sms-shown',
    text: `select message_id, sealed_message, created_at from sms_messages
           where state = 'shown' and (environment = 'sandbox' or $2) order by created_at desc limit $1`,
    values: [maxShown, ofProduction],
  })
  return rows.map((row) => {
    const { to, text } = open(row, vault)
    return { to, text, at: row.created_at }
  })
}

const retentionHours = 24

/** Deletes messages a day after they were written. */
export const forgetSms = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const text = `delete from sms_messages where message_id in (
                  select message_id from sms_messages where created_at < $1 limit $2)`
  await deleteInTurns(ownerPool, text, [new Date(nowMs - retentionHours * 3_600_000)])
}
