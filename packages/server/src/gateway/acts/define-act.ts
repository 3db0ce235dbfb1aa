import type { KeyObject } from 'node:crypto'
import { type Actor, type Clock, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { type ActPlace, type Cause, causeDirectly } from '../../register/register-outbox/index.ts'
import { type ActEntry, actLogged, loggedAct, writeEntry } from './act-log.ts'
import { checkActor } from './check-actor.ts'
import { checkInput, checkOutput } from './check-input.ts'
import { checkOperatorName } from './check-operator-name.ts'
import { type ActCell, homePoolOf } from './databases/act-cell.ts'
import { type Declaration, type DeclarationInput, declarationOf } from './declaration.ts'

/** What a surface causes in the transaction of an act, such as an answer that a repeated request gets again. */
export type Alongside = {
  write(client: pg.PoolClient, result: unknown, cause: Cause): Promise<unknown>
  /**
   * Where the act is in another database than home: runs in its turn, before it is performed, when home has what earlier acts
   * caused. It throws if the act is not to be performed.
   */
  before(): Promise<void>
}

/**
 * What every act needs of its module. `subjectKey`: the key of pseudonyms, for acts of citizens. `cell`: the database of `pool`, where
 * it is not home.
 */
export type ActNeeds = {
  pool: pg.Pool
  clock: Clock
  subjectKey?: KeyObject
  alongside?: Alongside
  cell?: ActCell | undefined
}

declare const needsMark: unique symbol
/** Names the type of the context of a module in a declaration. It has no value. */
export type NeedsType<Needs> = { readonly [needsMark]?: Needs }
export const needsOf = <Needs extends ActNeeds>(): NeedsType<Needs> => ({})

/** An act is performed with these. The client has the transaction of the act. */
export type ActContext<Input, Needs, Prepared = undefined> = {
  client: pg.PoolClient
  actor: Actor
  input: Input
  needs: Needs
  nowMs: number
  prepared: Prepared
}

export type ActResult<Result> = {
  result: Result
  entry: ActEntry
  /** A stranger proved to be this person during the act. The log names this actor. */
  provenActor?: Actor
  /** The act is committed and then answers with this refusal, for example after a wrong code was counted. */
  refusal?: Error
  /** Runs after the commit, for example to wake a worker. A crash loses it, so that nothing depends on it. */
  afterCommit?: () => void | Promise<void>
}

/** An act that is committed although it is refused: an attempt that counts. */
export const countedRefusal = (
  refusal: Error,
  performed: Omit<ActResult<never>, 'result' | 'refusal'>,
): ActResult<never> => ({ ...performed, refusal, result: undefined as never })

/** Refuses a request by the parameters of its path, before its body is read. */
export type Admission<Needs> = (path: Readonly<Record<string, string>>, needs: Needs) => Promise<void>

export type Act<Input, Needs, Result> = {
  /** Performs the act in a transaction of its own. */
  (actor: Actor, input: Input, needs: Needs): Promise<Result>
  /** Performs the act in the transaction of another act. The caller runs `afterCommit`. */
  within(client: pg.PoolClient, actor: Actor, input: Input, needs: Needs): Promise<ActResult<Result>>
  readonly declaration: Declaration
  readonly admit: Admission<Needs> | undefined
}

type BeforeTransaction<Input, Needs> = Omit<ActContext<Input, Needs>, 'client' | 'prepared'>

type ActDefinition<Input extends TSchema, Output extends TSchema, Needs, Prepared> = DeclarationInput<
  Input,
  Output
> & {
  /** `needsOf<…>()`, where the rules use more of the module than every act needs. */
  needs?: NeedsType<Needs>
  /**
   * Reads and calculates what takes long, before the transaction begins. It changes nothing, unless the act has an entry of
   * its beginning. It may hold a place that becomes free by itself.
   */
  prepare?(context: BeforeTransaction<Static<Input>, Needs>): Promise<Prepared>
  /**
   * The entry of the beginning of an act whose work is many transactions, such as an import. `prepare` does the work, and
   * `perform` has the entry of the end. A process may end in between. It may refuse the act.
   */
  started?(context: BeforeTransaction<Static<Input>, Needs>): ActEntry | Promise<ActEntry>
  /** In place of the usual transaction, for an act that takes longer than a statement of the pool may take. */
  transaction?: typeof inTransaction
  /** Absent: the database of the pool, which is home or a cell. */
  place?(needs: Needs): ActPlace | undefined
  /** Lets the transaction wait for its turn, so that strangers do not hold all connections. */
  turn?<Result>(context: { needs: Needs; prepared: Prepared }, run: () => Promise<Result>): Promise<Result>
  /** Refuses a request by its path before its body is read. */
  admit?: Admission<Needs>
  perform(context: ActContext<Static<Input>, Needs, Prepared>): Promise<ActResult<Static<Output>>>
}

/**
 * An act of a person, of an application or of the system. The permission and the input are checked first. The change and
 * its entry in the log of acts are one transaction: both exist, or neither. An expected refusal is a `Refusal`
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
  const declaration = declarationOf('act', definition.unrecorded === undefined, definition)
  const { prepare, perform: rule, started, turn, transaction = inTransaction } = definition
  const placeOf = (needs: Needs): ActPlace =>
    definition.place?.(needs) ??
    needs.cell ?? {
      transaction: (work) => transaction(needs.pool, work),
      cause: causeDirectly(needs),
    }

  const check = (actor: Actor, input: unknown): void => {
    checkActor(declaration, actor, input)
    checkInput(declaration.input, input)
  }
  const prepareOf = async (actor: Actor, input: Static<Input>, needs: Needs): Promise<Prepared> =>
    (await prepare?.({ actor, input, needs, nowMs: needs.clock.now() })) as Prepared

  const writeStart = async (actor: Actor, input: Static<Input>, needs: Needs): Promise<void> => {
    const nowMs = needs.clock.now()
    const entry = await started?.({ actor, input, needs, nowMs })
    if (entry)
      await writeEntry(needs.pool, { ...entry, actor, name: declaration.name, atMs: nowMs }, needs.subjectKey)
  }

  const performWithin = async (context: ActContext<Static<Input>, Needs, Prepared>, cause: Cause) => {
    const { client, actor, needs, nowMs } = context
    const performed = await rule(context)
    const by = performed.provenActor ?? actor
    const act = { ...performed.entry, actor: by, name: declaration.name, atMs: nowMs }
    if (declaration.recorded) await cause(client, actLogged, loggedAct(act, needs.subjectKey))
    if (!performed.refusal) checkOutput(declaration.name, declaration.output, performed.result)
    return performed
  }

  const run = async (given: Actor, input: Static<Input>, needs: Needs): Promise<Static<Output>> => {
    check(given, input)
    const actor = await checkOperatorName(homePoolOf(needs), given, declaration)
    try {
      await writeStart(actor, input, needs)
      const prepared = await prepareOf(actor, input, needs)
      const { transaction: begin, cause, settle } = placeOf(needs)
      const perform = () =>
        begin(async (client) => {
          if (settle && needs.alongside) {
            await settle(client)
            await needs.alongside.before()
          }
          const context = { client, actor, input, needs, prepared, nowMs: needs.clock.now() }
          const performed = await performWithin(context, cause)
          if (!performed.refusal) await needs.alongside?.write(client, performed.result, cause)
          return performed
        }, organizationOf(input))
      const { result, refusal, afterCommit } = turn
        ? await turn({ needs, prepared }, perform)
        : await perform()
      await afterCommit?.()
      if (refusal) throw refusal
      return result
    } catch (error) {
      await recordAttempt(error, { actor, name: declaration.name, subject: objectOf(input) }, needs)
      throw error
    }
  }

  return Object.assign(run, {
    declaration,
    admit: definition.admit,
    async within(client: pg.PoolClient, actor: Actor, input: Static<Input>, needs: Needs) {
      check(actor, input)
      const prepared = await prepareOf(actor, input, needs)
      const context = { client, actor, input, needs, prepared, nowMs: needs.clock.now() }
      return performWithin(context, causeDirectly(needs))
    },
  })
}

/** One account of the operating system tried to be two people. The act is rolled back, and the attempt stays in the log. */
const recordAttempt = async (
  error: unknown,
  act: { actor: Actor; name: string; subject: string | undefined },
  { pool, clock, subjectKey }: ActNeeds,
): Promise<void> => {
  if (!(error instanceof Refusal) || error.code !== 'second_account_required') return
  const subject = act.subject ?? act.name
  await writeEntry(pool, { ...act, subject, after: { refused: error.code }, atMs: clock.now() }, subjectKey)
}

const organizationOf = (input: unknown): string | undefined => {
  const { organization_id: id } = (input ?? {}) as Record<string, unknown>
  return typeof id === 'string' ? id : undefined
}

/** The object that an input names, for the entry of an act that did not happen. */
const objectOf = (input: unknown): string | undefined => {
  const names = (input ?? {}) as Record<string, unknown>
  const named = ['organization_id', 'application_id', 'fraud_case', 'id'].map((name) => names[name])
  return named.find((value): value is string => typeof value === 'string')
}
