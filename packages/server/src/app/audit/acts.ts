import { type Actor, accountOf, actorId, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'

/** What an act changed. The values hold no secret and no personal data. */
export type ActEntry = {
  /** The id of the changed object: an application, a list, a file. */
  subject: string
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
}

/** An act as it is read: who did what to which object, and the values before and after. */
export type Act = {
  at: string
  actor_kind: Actor['kind']
  actor: string
  /** The account of the operating system of an operator, where it is known. */
  account: string | null
  action: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

type Database = Pick<pg.ClientBase, 'query'>

/** Writes the entry of an act. With the client of a transaction, the entry exists exactly if the change does. */
export const writeAct = async (
  database: Database,
  act: ActEntry & { actor: Actor; action: string; atMs: number },
): Promise<void> => {
  const { actor, action, atMs, subject, before = null, after = null } = act
  await database.query(
    `insert into acts (at, actor_kind, actor, action, subject, before, after, account)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      new Date(atMs),
      actor.kind,
      actorId(actor),
      action,
      subject,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
      accountOf(actor),
    ],
  )
}

/** The newest acts since a time, of one object or of all. */
export const listActs = async (
  database: Database,
  { since, subject, limit }: { since: Date; subject: string | null; limit: number },
): Promise<Act[]> => {
  const { rows } = await database.query<Omit<Act, 'at'> & { at: Date }>(
    `select at, actor_kind, actor, account, action, subject, before, after from acts
     where at >= $1 and ($2::text is null or subject = $2) order by act_number desc limit $3`,
    [since, subject, limit],
  )
  return rows.map((row) => ({ ...row, at: rfc3339(row.at.getTime()) }))
}
