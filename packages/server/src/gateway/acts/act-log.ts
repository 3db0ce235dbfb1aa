import type { KeyObject } from 'node:crypto'
import {
  type Actor,
  accountOf,
  actorId,
  type Batcher,
  createBatcher,
  promptGroups,
} from '@nani/foundation/core/index.ts'
import { type Database, isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
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

/** The entries of one statement are all written, or none. They keep their order. */
const insertEntries = async (database: Database, entries: readonly LoggedAct[]): Promise<void> => {
  const column = <Value>(read: (entry: LoggedAct) => Value): Value[] => entries.map(read)
  await database.query({
    name: 'write-acts',
    text: `insert into acts (at, actor_kind, actor, account, origin, organization_id, action, subject, before, after)
      select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::jsonb[], $10::jsonb[])`,
    values: [
      column(({ atMs }) => new Date(atMs)),
      ...[0, 1, 2, 3].map((part) => column(({ actor }) => actor[part])),
      column(({ organizationId }) => organizationId),
      column(({ action }) => action),
      column(({ subject }) => subject),
      ...[column(({ before }) => before), column(({ after }) => after)].map((values) =>
        values.map((value) => value && JSON.stringify(value)),
      ),
    ],
  })
}

/** The entry of an act. In its transaction it exists exactly if the change does. */
export const actLogged = defineHomeEffect('act', (database, entry: LoggedAct) =>
  insertEntries(database, [entry]),
)

/** By the pool. Entries that belong to no change share statements, because each commit of one waits for the disk. */
const writers = new WeakMap<pg.Pool, Batcher<LoggedAct, undefined>>()

/** An entry that cannot be stored refuses its own reading alone: then each is written by itself, once. */
const insertGroup = async (pool: pg.Pool, entries: LoggedAct[]): Promise<(undefined | Error)[]> => {
  try {
    await insertEntries(pool, entries)
    return entries.map(() => undefined)
  } catch (error) {
    // A database that is away stores none of them, and may have stored all of them.
    if (entries.length === 1 || isDatabaseFault(error)) throw error
  }
  const outcomes: (undefined | Error)[] = []
  for (const entry of entries)
    outcomes.push(
      await insertEntries(pool, [entry]).then(
        () => undefined,
        (error: Error) => error,
      ),
    )
  return outcomes
}

const writerOf = (pool: pg.Pool): Batcher<LoggedAct, undefined> => {
  const known = writers.get(pool)
  if (known) return known
  const writer = createBatcher<LoggedAct, undefined>((entries) => insertGroup(pool, entries), promptGroups)
  writers.set(pool, writer)
  return writer
}

/** Writes an entry that belongs to no change. */
export const writeEntry = (pool: pg.Pool, act: NewAct, subjectKey: KeyObject | undefined): Promise<void> =>
  writerOf(pool)(loggedAct(act, subjectKey))

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
