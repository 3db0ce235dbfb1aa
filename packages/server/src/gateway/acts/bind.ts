import type { Actor } from '@nani/foundation/core/index.ts'
import type { Declaration } from './declaration.ts'
import type { ActNeeds, Admission, Alongside } from './define-act.ts'

/** An act or a reading with the context of its module. A surface calls it without knowledge of either. */
export type BoundAct = {
  declaration: Declaration
  /** `alongside` is written in the transaction of an act. A reading has none. */
  run(actor: Actor, input: unknown, alongside?: Alongside): Promise<unknown>
  /** Refuses a request by its path before its body is read. */
  admit?(path: Readonly<Record<string, string>>): Promise<void>
}

type Performable<Needs> = {
  (actor: Actor, input: never, needs: Needs): Promise<unknown>
  readonly declaration: Declaration
  readonly admit?: Admission<Needs> | undefined
}

/** The acts and readings of a module with its context, for the surfaces of the process. */
export const bind = <Needs extends ActNeeds>(
  acts: readonly Performable<Needs>[],
  needs: Needs,
): readonly BoundAct[] =>
  acts.map((act) => ({
    declaration: act.declaration,
    ...(act.admit && { admit: (path) => act.admit?.(path, needs) ?? Promise.resolve() }),
    // The act checks the input against its schema before its rules see it.
    run: (actor, input, alongside) => act(actor, input as never, alongside ? { ...needs, alongside } : needs),
  }))
