import { type Actor, type MemberRole, permits, Refusal } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import type { Declaration } from '../../gateway/acts/index.ts'
import type { PersonSession } from '../people/index.ts'
import { requireStepUp, type SurfaceDependencies, secondFactorRequired } from '../people-surface/index.ts'

type Dependencies = Pick<SurfaceDependencies, 'clock' | 'methodsOf'> & {
  /** The roles of a person in an organization; null: the person is no member. */
  rolesOf(organizationId: string, personId: string): Promise<MemberRole[] | null>
}

/** These roles act with a second factor only (spec/organizations#people). */
const rolesWithSecondFactor: readonly MemberRole[] = [
  'owner',
  'administrator',
  'financial_officer',
  'compliance_officer',
]

/** The order of the refusals reveals nothing: a stranger to the organization learns nothing but `not_found`. */
export const memberActor =
  ({ clock, rolesOf, methodsOf }: Dependencies) =>
  async (session: PersonSession, request: FastifyRequest, declaration: Declaration): Promise<Actor> => {
    const { personId, secondFactorAtMs } = session
    const { organization_id: organizationId = '' } = request.params as { organization_id?: string }
    const roles = await rolesOf(organizationId, personId)
    if (!roles) throw new Refusal('not_found', 'There is no such object.')
    const actor: Actor = { kind: 'member', personId, organizationId, roles, secondFactorAtMs }
    if (!permits(declaration.actors, actor))
      throw new Refusal('not_permitted', 'Your roles do not permit this.', {
        context: {
          roles: declaration.actors.member,
        },
      })
    const isNeeded = secondFactorAtMs === null && roles.some((role) => rolesWithSecondFactor.includes(role))
    if (isNeeded)
      throw secondFactorRequired(
        await methodsOf(personId),
        'Your roles need a second factor. Add one to your account.',
      )
    await requireStepUp(session, declaration, { clock, methodsOf })
    return actor
  }
