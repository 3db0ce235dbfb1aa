import type { Static, TSchema } from 'typebox'
import type { BoundAct } from './bind.ts'
import { checkActor } from './check-actor.ts'
import { checkInput } from './check-input.ts'
import type { Declaration, RouteText, Surface } from './declaration.ts'
import type { ActNeeds, Alongside } from './define-act.ts'

type Performable<Input, Needs, Result> = {
  (actor: Parameters<BoundAct['run']>[0], input: Input, needs: Needs): Promise<Result>
  readonly declaration: Declaration
}

/** The form that one surface gives an act: its route, and the members of its body and of its answer. It has no rule. */
export type SurfaceForm<Own extends TSchema, Input, Result> = {
  surface: Surface
  route: RouteText
  input: Own
  output?: TSchema
  answers?: Declaration['answers']
  maxBodyBytes?: number
  toInput(own: Static<Own>): Input
  toOutput?(result: Result): unknown
}

/** An act in the form of a surface, with the context of its module. Name, permission and log are those of the act. */
export const bindAs = <Own extends TSchema, Input, Needs extends ActNeeds, Result>(
  act: Performable<Input, Needs, Result>,
  needs: Needs,
  form: SurfaceForm<Own, Input, Result>,
): BoundAct => {
  const { surface, route, toInput, toOutput = (result: Result): unknown => result } = form
  const declaration: Declaration = {
    ...act.declaration,
    routes: { [surface]: route },
    input: form.input,
    output: form.output ?? act.declaration.output,
    answers: form.answers ?? act.declaration.answers,
    maxBodyBytes: form.maxBodyBytes ?? act.declaration.maxBodyBytes,
    example: {},
  }
  return {
    declaration,
    async run(actor, given, alongside) {
      checkActor(declaration, actor, given)
      checkInput(form.input, given)
      const own: Alongside | undefined = alongside && {
        ...alongside,
        write: (client, result, cause) => alongside.write(client, toOutput(result as Result), cause),
      }
      return toOutput(
        await act(actor, toInput(given as Static<Own>), { ...needs, ...(own && { alongside: own }) }),
      )
    },
  }
}
