import type { Actor } from '@nani/foundation/core/index.ts'
import type { Declaration } from './declaration.ts'
import type { ActNeeds, Admission } from './define-act.ts'

/** An act or a reading with the context of its module. A surface calls it without knowledge of either. */
export type BoundAct = {
  declaration: Declaration
  run(actor: Actor, input: unknown): Promise<unknown>
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
    run: (actor, input) => act(actor, input as never, needs),
  }))
