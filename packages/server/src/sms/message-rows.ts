import type pg from 'pg'
import type { IdSource } from '../core/index.ts'
import type { Vault } from '../storage/index.ts'
import type { NewSms, SmsMessage } from './message.ts'

type Database = Pick<pg.ClientBase, 'query'>

/** What becomes of the messages of an environment: a provider sends them, a page shows them, or neither. */
export type Destination = 'waiting' | 'shown' | 'void'

/** A code is worth nothing after half an hour. */
const lifeMinutes = 30
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
  await database.query({
    name: 'sms-write',
    text: `insert into sms_messages (message_id, environment, sealed_message, state, limited, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    values: [
      ...[id, sms.environment, sealed, sms.to === null ? 'void' : destinationOf(sms)],
      ...[sms.kind === 'code', lifeMinutes],
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

/** How many codes were sent within an hour. Each process counts before it takes a few, so that the bound is approximate. */
export const countSentCodes = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ sent: number }>({
    name: 'sms-sent-codes',
    text: `select count(*)::int as sent from sms_messages where limited and sent_at > now() - interval '1 hour'`,
  })
  return rows[0]?.sent ?? 0
}

/** Takes messages that are due, with so many codes at most. No other process takes them for the time of the lease. */
export const takeDueSms = async (
  database: Database,
  vault: Vault,
  maxCodes: number,
): Promise<SmsMessage[]> => {
  const { rows } = await database.query<Row>({
    name: 'sms-take',
    text: `with reports as (
             select message_id from sms_messages
             where state = 'waiting' and not limited and next_attempt_at <= now() and expires_at > now()
             order by next_attempt_at limit $1 for update skip locked
           ), codes as (
             select message_id from sms_messages
             where state = 'waiting' and limited and next_attempt_at <= now() and expires_at > now()
             order by next_attempt_at limit $3 for update skip locked)
           update sms_messages set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
           where message_id in (select message_id from reports union all select message_id from codes)
           returning message_id, sealed_message, created_at`,
    values: [batchSize, leaseSeconds, Math.min(batchSize, Math.max(0, maxCodes))],
  })
  return rows.map((row) => open(row, vault))
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
const maxRows = 5_000

/** Deletes messages a day after they were written. */
export const forgetSms = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const before = new Date(nowMs - retentionHours * 3_600_000)
  const text = `delete from sms_messages where message_id in (
                  select message_id from sms_messages where created_at < $1 limit $2)`
  while (((await ownerPool.query(text, [before, maxRows])).rowCount ?? 0) === maxRows);
}
