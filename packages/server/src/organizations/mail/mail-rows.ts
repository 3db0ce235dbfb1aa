import type { IdSource } from '@nani/foundation/core/index.ts'
import { type Database, deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** A mail to one address. Null for `to`: it is written like any other, and no one gets it. */
export type NewMail = { to: string | null; subject: string; text: string }
export type WaitingMail = { id: string; to: string; subject: string; text: string }

const lifeHours = 24
const context = (id: string) => `mail:${id}`

export type MailWriting = { newId: IdSource; vault: Vault; state: 'waiting' | 'shown' | 'void' }

/** A mail as its row has it, which may be written in another database than that of its cause. */
export type SealedMail = { id: string; sealed: string; state: MailWriting['state'] }

export const sealMail = (
  { to, subject, text }: NewMail,
  { newId, vault, state }: MailWriting,
): SealedMail => {
  const id = newId('mail')
  const sealed = vault.seal(Buffer.from(JSON.stringify({ to: to ?? '', subject, text })), context(id))
  return { id, sealed: sealed.toString('base64'), state: to === null ? 'void' : state }
}

export const insertMail = async (database: Database, { id, sealed, state }: SealedMail): Promise<void> => {
  await database.query({
    name: 'mail-write',
    text: `insert into mails (mail_id, sealed_mail, state, next_attempt_at, expires_at, created_at)
           values ($1, $2, $3, now(), now() + make_interval(hours => $4), now())`,
    values: [id, Buffer.from(sealed, 'base64'), state, lifeHours],
  })
}

/** Writes a mail in the transaction of its cause. */
export const writeMail = (database: Database, mail: NewMail, writing: MailWriting): Promise<void> =>
  insertMail(database, sealMail(mail, writing))

type Row = { mail_id: string; sealed_mail: Buffer; created_at: Date }

const open = ({ mail_id: id, sealed_mail }: Row, vault: Vault): WaitingMail => ({
  ...(JSON.parse(vault.open(sealed_mail, context(id)).toString()) as Omit<WaitingMail, 'id'>),
  id,
})

const batchSize = 20
/** Another process sends a mail again if this one did not report a result. */
const leaseSeconds = 60

/** Takes mails that are due. No other process takes them for the time of the lease. */
export const takeDueMails = async (database: Database, vault: Vault): Promise<WaitingMail[]> => {
  const { rows } = await database.query<Row>({
    name: 'mail-take',
    text: `with due as (
             select mail_id from mails
             where state = 'waiting' and next_attempt_at <= now() and expires_at > now()
             order by next_attempt_at limit $1 for update skip locked)
           update mails m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
           from due where m.mail_id = due.mail_id returning m.mail_id, m.sealed_mail, m.created_at`,
    values: [batchSize, leaseSeconds],
  })
  return rows.map((row) => open(row, vault))
}

/** The address and the text are erased when the mail has left. */
export const markSent = async (database: Database, id: string): Promise<void> => {
  await database.query(
    `update mails set state = 'sent', sealed_mail = '', sent_at = now() where mail_id = $1 and state = 'waiting'`,
    [id],
  )
}

/** The next attempt comes after 2, 4, 8 … seconds, at most after ten minutes. */
export const markFailedAttempt = async (database: Database, id: string): Promise<void> => {
  await database.query(
    `update mails set next_attempt_at = now() + make_interval(secs => least(600, 2 ^ attempts))
     where mail_id = $1 and state = 'waiting'`,
    [id],
  )
}

export type ShownMail = { to: string; subject: string; text: string; at: Date }
const maxShown = 100

/** The newest mails of the demo. */
export const listShownMails = async (database: Database, vault: Vault): Promise<ShownMail[]> => {
  const { rows } = await database.query<Row>({
    name: 'mail-shown',
    text: `select mail_id, sealed_mail, created_at from mails where state = 'shown'
           order by created_at desc, mail_id desc limit $1`,
    values: [maxShown],
  })
  return rows.map((row) => {
    const { to, subject, text } = open(row, vault)
    return { to, subject, text, at: row.created_at }
  })
}

const retentionHours = 48

/** Deletes mails two days after they were written. */
export const forgetMails = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const text = `delete from mails where mail_id in (
                  select mail_id from mails where created_at < $1 limit $2)`
  await deleteInTurns(ownerPool, text, [new Date(nowMs - retentionHours * 3_600_000)])
}
