import type { Actor } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { type ActEntry, writeEntry } from './act-log.ts'
import { checkActor } from './check-actor.ts'
import { checkInput, checkOutput } from './check-input.ts'
import { type Declaration, type DeclarationInput, declarationOf } from './declaration.ts'
import type { ActNeeds } from './define-act.ts'

export type ReadingContext<Input, Needs> = {
  pool: pg.Pool
  actor: Actor
  input: Input
  needs: Needs
  nowMs: number
}

export type Reading<Input, Needs, Result> = {
  (actor: Actor, input: Input, needs: Needs): Promise<Result>
  readonly declaration: Declaration
}

type ReadingDefinition<Input extends TSchema, Output extends TSchema, Needs> = DeclarationInput<
  Input,
  Output
> & {
  read(context: ReadingContext<Static<Input>, Needs>): Promise<Static<Output>>
  /**
   * The entry of a reading that discloses personal or sealed data. It is written before the answer: without the entry there
   * is no answer. Absent: the reading discloses no such data.
   */
  entry?(result: Static<Output>, context: ReadingContext<Static<Input>, Needs>): ActEntry | Promise<ActEntry>
}

/** A reading by a person. It changes nothing but the log of acts. */
export const defineReading = <Input extends TSchema, Output extends TSchema, Needs extends ActNeeds>(
  definition: ReadingDefinition<Input, Output, Needs>,
): Reading<Static<Input>, Needs, Static<Output>> => {
  const { read, entry } = definition
  const declaration = declarationOf('reading', entry !== undefined, definition)

  const run = async (actor: Actor, input: Static<Input>, needs: Needs): Promise<Static<Output>> => {
    checkActor(declaration, actor, input)
    checkInput(declaration.input, input)
    const context = { pool: needs.pool, actor, input, needs, nowMs: needs.clock.now() }
    const result = await read(context)
    if (entry) {
      const written = {
        ...(await entry(result, context)),
        actor,
        name: declaration.name,
        atMs: context.nowMs,
      }
      await writeEntry(needs.pool, written, needs.subjectKey)
    }
    checkOutput(declaration.name, declaration.output, result)
    return result
  }
  return Object.assign(run, { declaration })
}
