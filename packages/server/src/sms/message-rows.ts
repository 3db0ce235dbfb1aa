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
    text: `insert into sms_messages (message_id, environment, sealed_message, state, expires_at)
           values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    values: [id, sms.environment, sealed, sms.to === null ? 'void' : destinationOf(sms), lifeMinutes],
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

/** Takes messages that are due. No other process takes them for the time of the lease. */
export const takeDueSms = async (database: Database, vault: Vault): Promise<SmsMessage[]> => {
  const { rows } = await database.query<Row>({
    name: 'sms-take',
    text: `update sms_messages set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
           where message_id in (
             select message_id from sms_messages
             where state = 'waiting' and next_attempt_at <= now() and expires_at > now()
             order by next_attempt_at limit $1 for update skip locked)
           returning message_id, sealed_message, created_at`,
    values: [batchSize, leaseSeconds],
  })
  return rows.map((row) => open(row, vault))
}

/** The number and the text are erased when the message has left. */
export const markSent = async (database: Database, id: string): Promise<void> => {
  await database.query({
    name: 'sms-sent',
    text: `update sms_messages set state = 'sent', sealed_message = '' where message_id = $1 and state = 'waiting'`,
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

/** The newest messages of the demo. */
export const listShownSms = async (database: Database, vault: Vault): Promise<ShownSms[]> => {
  const { rows } = await database.query<Row>({
    name: 'sms-shown',
    text: `select message_id, sealed_message, created_at from sms_messages
           where state = 'shown' order by created_at desc limit $1`,
    values: [maxShown],
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
