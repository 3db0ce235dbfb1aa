import { type Actor, permits, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Declaration } from '../../gateway/acts/index.ts'
import { firstFactorActs, type PersonSession } from '../../organizations/people/index.ts'
import {
  notSignedIn,
  requireStepUp,
  type SurfaceDependencies,
  secondFactorRequired,
} from '../../organizations/people-surface/index.ts'
import { activeOperator } from '../operators/index.ts'

type Dependencies = Pick<SurfaceDependencies, 'clock' | 'methodsOf'> & { pool: pg.Pool }

/**
 * Every request reads the operator: a disabled account is refused at once, in every process. Without a second factor,
 * nothing is permitted but adding one.
 */
export const admitOperator =
  ({ pool, methodsOf }: Dependencies) =>
  async ({ personId, secondFactorAtMs }: PersonSession, { name }: Declaration): Promise<string> => {
    const operator = await activeOperator(pool, personId)
    if (!operator) throw notSignedIn()
    if (secondFactorAtMs === null && !firstFactorActs.has(name))
      throw secondFactorRequired(
        await methodsOf(personId),
        'Operators act with a second factor. Add one to your account.',
      )
    return operator.name
  }

export const operatorActor =
  (dependencies: Dependencies) =>
  async (session: PersonSession, _request: unknown, declaration: Declaration): Promise<Actor> => {
    const operator = await activeOperator(dependencies.pool, session.personId)
    if (!operator) throw notSignedIn()
    const { name, roles } = operator
    const actor: Actor = { kind: 'operator', name, roles, operatorId: session.personId }
    if (!permits(declaration.actors, actor))
      throw new Refusal('not_permitted', 'Your roles do not permit this.', {
        context: {
          roles: declaration.actors.operator,
        },
      })
    await requireStepUp(session, declaration, dependencies)
    return actor
  }
