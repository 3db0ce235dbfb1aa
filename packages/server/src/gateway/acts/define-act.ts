import type { KeyObject } from 'node:crypto'
import { type Actor, type Clock, OperatorError } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { type ActEntry, writeEntry } from './act-log.ts'
import { checkActor } from './check-actor.ts'
import { checkInput, checkOutput } from './check-input.ts'
import { type Declaration, type DeclarationInput, declarationOf } from './declaration.ts'

/** Written by a surface in the transaction of an act, such as an answer that a repeated request gets again. */
export type Alongside = (client: pg.PoolClient, result: unknown) => Promise<void>

/** What every act needs of its module. `subjectKey`: the key of pseudonyms, for acts of citizens. */
export type ActNeeds = { pool: pg.Pool; clock: Clock; subjectKey?: KeyObject; alongside?: Alongside }

/** An act is performed with these. The client has the transaction of the act. */
export type ActContext<Input, Needs, Prepared = undefined> = {
  client: pg.PoolClient
  actor: Actor
  input: Input
  needs: Needs
  nowMs: number
  prepared: Prepared
}

export type Performed<Result> = {
  result: Result
  entry: ActEntry
  /** The change is committed, and this refusal is the answer: a failed attempt that counts. */
  refusal?: OperatorError
  /** Runs after the commit, for example to wake a worker. A crash loses it, so that nothing depends on it. */
  afterCommit?: () => void | Promise<void>
}

export type Act<Input, Needs, Result> = {
  /** Performs the act in a transaction of its own. */
  (actor: Actor, input: Input, needs: Needs): Promise<Result>
  /** Performs the act in the transaction of another act. The caller runs `afterCommit`. */
  within(client: pg.PoolClient, actor: Actor, input: Input, needs: Needs): Promise<Performed<Result>>
  readonly declaration: Declaration
}

type ActDefinition<Input extends TSchema, Output extends TSchema, Needs, Prepared> = DeclarationInput<
  Input,
  Output
> & {
  /** Reads and calculates what takes long, before the transaction begins. It changes nothing. */
  prepare?(
    context: Omit<ActContext<Static<Input>, Needs, undefined>, 'client' | 'prepared'>,
  ): Promise<Prepared>
  perform(context: ActContext<Static<Input>, Needs, Prepared>): Promise<Performed<Static<Output>>>
}

/**
 * An act of a person, of an application or of the system. The permission and the input are checked first. The change and
 * its entry in the log of acts are one transaction: both exist, or neither. An expected refusal is an `OperatorError`
 * with a code.
 */
export const defineAct = <
  Input extends TSchema,
  Output extends TSchema,
  Needs extends ActNeeds,
  Prepared = undefined,
>(
  definition: ActDefinition<Input, Output, Needs, Prepared>,
): Act<Static<Input>, Needs, Static<Output>> => {
  const declaration = declarationOf('act', true, definition)
  const { prepare, perform } = definition

  const check = (actor: Actor, input: unknown): void => {
    checkActor(declaration, actor, input)
    checkInput(declaration.input, input)
  }
  const prepareOf = async (actor: Actor, input: Static<Input>, needs: Needs): Promise<Prepared> =>
    (await prepare?.({ actor, input, needs, nowMs: needs.clock.now() })) as Prepared

  const performWithin = async (context: ActContext<Static<Input>, Needs, Prepared>) => {
    const { client, actor, needs, nowMs } = context
    const performed = await perform(context)
    const entry = { ...performed.entry, actor, name: declaration.name, atMs: nowMs }
    await writeEntry(client, entry, needs.subjectKey)
    if (!performed.refusal) checkOutput(declaration.name, declaration.output, performed.result)
    return performed
  }

  const run = async (actor: Actor, input: Static<Input>, needs: Needs): Promise<Static<Output>> => {
    check(actor, input)
    try {
      const prepared = await prepareOf(actor, input, needs)
      const { result, refusal, afterCommit } = await inTransaction(needs.pool, async (client) => {
        const context = { client, actor, input, needs, prepared, nowMs: needs.clock.now() }
        const performed = await performWithin(context)
        if (!performed.refusal) await needs.alongside?.(client, performed.result)
        return performed
      })
      await afterCommit?.()
      if (refusal) throw refusal
      return result
    } catch (error) {
      await recordAttempt(error, { actor, name: declaration.name }, needs)
      throw error
    }
  }

  return Object.assign(run, {
    declaration,
    async within(client: pg.PoolClient, actor: Actor, input: Static<Input>, needs: Needs) {
      check(actor, input)
      const prepared = await prepareOf(actor, input, needs)
      return performWithin({ client, actor, input, needs, prepared, nowMs: needs.clock.now() })
    },
  })
}

/** One account of the operating system tried to be two people. The act is rolled back, and the attempt stays in the log. */
const recordAttempt = async (
  error: unknown,
  act: { actor: Actor; name: string },
  { pool, clock, subjectKey }: ActNeeds,
): Promise<void> => {
  if (!(error instanceof OperatorError) || error.code !== 'second_account_required') return
  const subject = String(error.data.subject ?? act.name)
  await writeEntry(pool, { ...act, subject, after: { refused: error.code }, atMs: clock.now() }, subjectKey)
}
