import type { Actor } from '@nani/foundation/core/index.ts'
import type { Declaration } from './declaration.ts'
import type { ActNeeds, Alongside } from './define-act.ts'

/** An act or a reading with the context of its module. A surface calls it without knowledge of either. */
export type BoundAct = {
  declaration: Declaration
  /** `alongside` is written in the transaction of an act. A reading has none. */
  run(actor: Actor, input: unknown, alongside?: Alongside): Promise<unknown>
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
    run: (actor, input, alongside) => act(actor, input as never, alongside ? { ...needs, alongside } : needs),
  }))
