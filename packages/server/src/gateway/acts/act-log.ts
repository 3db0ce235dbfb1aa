import type { KeyObject } from 'node:crypto'
import { type Actor, accountOf, actorId } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { pseudonym } from '../../app/audit/index.ts'
import { defineHomeEffect } from '../../register/register-outbox/index.ts'

/** What an act changed. The values hold no secret and no personal data. */
export type ActEntry = {
  /** The id of the changed object: an application, a list, a file. */
  subject: string
  /** The organization that the object belongs to, if it has one. Absent: the organization of a member. */
  organizationId?: string | null
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
}

export type NewAct = ActEntry & { actor: Actor; name: string; atMs: number }

type LoggedAct = {
  atMs: number
  /** Kind, name, account and surface. */
  actor: readonly [string, string, string | null, string]
  organizationId: string | null
  action: string
  subject: string
  before: ActEntry['before']
  after: ActEntry['after']
}

/** An entry as the log has it. */
export const loggedAct = (
  { actor, name: action, atMs, subject, organizationId, before = null, after = null }: NewAct,
  subjectKey: KeyObject | undefined,
): LoggedAct => ({
  ...{ atMs, action, subject, before, after },
  actor: [
    actor.kind === 'person' ? actor.realm : actor.kind,
    loggedActor(actor, subjectKey),
    accountOf(actor),
    originOf(actor),
  ],
  organizationId: organizationId ?? (actor.kind === 'member' ? actor.organizationId : null),
})

const insertEntry = async (
  database: Database,
  { atMs, actor, organizationId, action, subject, before, after }: LoggedAct,
): Promise<void> => {
  await database.query({
    name: 'write-act',
    text: `insert into acts (at, actor_kind, actor, account, origin, organization_id, action, subject, before, after)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ...[new Date(atMs), ...actor, organizationId, action, subject],
      ...[before && JSON.stringify(before), after && JSON.stringify(after)],
    ],
  })
}

/** The entry of an act. In its transaction it exists exactly if the change does. */
export const actLogged = defineHomeEffect('act', insertEntry)

/** Writes an entry that belongs to no change. */
export const writeEntry = (
  database: Database,
  act: NewAct,
  subjectKey: KeyObject | undefined,
): Promise<void> => insertEntry(database, loggedAct(act, subjectKey))

/** The log names a citizen by the pseudonym, so that it reveals no identity. */
export const loggedActor = (actor: Actor, subjectKey: KeyObject | undefined): string => {
  if (actor.kind !== 'citizen') return actorId(actor)
  if (subjectKey === undefined) throw new Error('an act of a citizen needs the key of pseudonyms')
  return pseudonym(subjectKey, actor.svcId)
}

/** The surface of the act. An operator without an account of the desk acts on the machine itself. */
const originOf = (actor: Actor): string => {
  switch (actor.kind) {
    case 'citizen':
      return 'citizen_app'
    case 'member':
      return 'console'
    case 'person':
      return actor.realm === 'member' ? 'console' : 'desk'
    case 'operator':
      return actor.operatorId === undefined ? 'command_line' : 'desk'
    case 'application':
      return 'api'
    case 'system':
      return 'system'
  }
}
