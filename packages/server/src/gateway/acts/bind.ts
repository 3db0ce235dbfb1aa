import type { Actor } from '@nani/foundation/core/index.ts'
import type { Declaration } from './declaration.ts'
import type { ActNeeds } from './define-act.ts'

/** An act or a reading with the context of its module. A surface calls it without knowledge of either. */
export type BoundAct = {
  declaration: Declaration
  run(actor: Actor, input: unknown): Promise<unknown>
}

type Performable<Needs> = {
  (actor: Actor, input: never, needs: Needs): Promise<unknown>
  readonly declaration: Declaration
}

/** The acts and readings of a module with its context, for the surfaces of the process. */
export const bind = <Needs extends ActNeeds>(
  acts: readonly Performable<Needs>[],
  needs: Needs,
): readonly BoundAct[] =>
  acts.map((act) => ({
    declaration: act.declaration,
    // The act checks the input against its schema before its rules see it.
    run: (actor, input) => act(actor, input as never, needs),
  }))
