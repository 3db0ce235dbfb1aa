import type { Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'

/** `isCarried`: the cause was committed in the database of the register before, so that it cannot be rolled back any more. */
export type Home = { pool: pg.Pool; clock: Clock; isCarried?: boolean }

/** What a transaction of the register causes in home, such as an entry in the log of acts. */
export type HomeEffect<Content, Result = void> = {
  /** The name in the outbox. Another release may carry it. */
  kind: string
  /** Acts decide by what it writes in home. They wait until it is carried. */
  decides?: boolean
  /** Effects with the same text are carried in their order: one that fails holds up those after it. */
  sequence?(content: Content): string
  apply(client: pg.PoolClient, content: Content, home: Home): Promise<Result>
}

/** The content of an effect is JSON, and has no personal data that is not sealed. */
export const defineHomeEffect = <Content, Result = void>(
  kind: string,
  apply: HomeEffect<Content, Result>['apply'],
  { decides = false, ...more }: Pick<HomeEffect<Content>, 'decides' | 'sequence'> = {},
): HomeEffect<Content, Result> => ({ kind, apply, decides, ...more })

/** Null: the effect is carried to home after the commit. */
export type Cause = <Content, Result>(
  client: pg.PoolClient,
  effect: HomeEffect<Content, Result>,
  content: Content,
) => Promise<Result | null>

/** In the transaction of the cause, where its database is home. */
export const causeDirectly =
  (home: Home): Cause =>
  (client, effect, content) =>
    effect.apply(client, content, home)

/** Where the transaction of an act is, and how it causes what belongs to home. */
export type ActPlace = {
  /** In a cell, acts of one organization take turns. An act without an organization waits for all. */
  transaction<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    organizationId?: string,
  ): Promise<Result>
  cause: Cause
  /** Where home is another database: in a transaction, carries there what earlier acts caused. */
  settle?(client: pg.PoolClient): Promise<void>
}
