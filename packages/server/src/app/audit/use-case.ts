import {
  type Actor,
  type Clock,
  OperatorError,
  type Permission,
  permits,
} from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActEntry, writeAct } from './acts.ts'

/** What every use case needs of the platform. */
export type ActPlatform = { pool: pg.Pool; clock: Clock }

declare const recordedMark: unique symbol
/** A result whose act is in the audit log. Only `record` makes one. */
export type Recorded<Result> = { readonly result: Result; readonly [recordedMark]: true }

/** Writes the entry of the act, and gives the result its mark. */
export type Record = <Result>(
  database: Pick<pg.ClientBase, 'query'>,
  entry: ActEntry,
  result: Result,
) => Promise<Recorded<Result>>

export type UseCase<Input, Platform, Result> = {
  (actor: Actor, input: Input, platform: Platform): Promise<Result>
  readonly action: string
  readonly permission: Permission
}

type Definition<Input, Platform, Result> = {
  /** The name in the audit log, such as `applications.update`. */
  action: string
  permission: Permission
  perform(input: Input, platform: Platform, record: Record, actor: Actor): Promise<Recorded<Result>>
}

/**
 * An act on the installation: `(actor, input, platform) → result`. It checks the permission first. An error that the
 * actor can repair is thrown as an OperatorError with its code. The types require that the act is recorded.
 */
export const useCase = <Input, Platform extends ActPlatform, Result>({
  action,
  permission,
  perform,
}: Definition<Input, Platform, Result>): UseCase<Input, Platform, Result> => {
  const run = async (actor: Actor, input: Input, platform: Platform): Promise<Result> => {
    requirePermission(action, permission, actor)
    const record: Record = async (database, entry, result) => {
      await writeAct(database, { ...entry, actor, action, atMs: platform.clock.now() })
      return { result } as Recorded<typeof result>
    }
    return (await perform(input, platform, record, actor)).result
  }
  return Object.assign(run, { action, permission })
}

type Change<Input, Platform, Result> = {
  action: string
  permission: Permission
  change(
    client: pg.PoolClient,
    input: Input,
    platform: Platform,
    actor: Actor,
  ): Promise<{ result: Result; entry: ActEntry }>
}

/** A use case that is one transaction: the change and its entry exist together, or neither. */
export const changeCase = <Input, Platform extends ActPlatform, Result>({
  action,
  permission,
  change,
}: Change<Input, Platform, Result>): UseCase<Input, Platform, Result> =>
  useCase({
    action,
    permission,
    perform: (input: Input, platform: Platform, record, actor) =>
      inTransaction(platform.pool, async (client) => {
        const { result, entry } = await change(client, input, platform, actor)
        return record(client, entry, result)
      }),
  })

export const requirePermission = (action: string, permission: Permission, actor: Actor): void => {
  if (permits(permission, actor)) return
  const roles = permission.operator ?? []
  throw new OperatorError('not_permitted', `${action} is not permitted to this ${actor.kind}.`, {
    data: { action, roles },
    next: roles.length > 0 ? `Ask an operator with one of the roles ${roles.join(', ')}.` : undefined,
  })
}
