import { type Actor, permits, Refusal } from '@nani/foundation/core/index.ts'
import type { Declaration } from './declaration.ts'

/** The organization that an input names. */
const organizationOf = (input: unknown): unknown =>
  (input as { organization_id?: unknown; organizationId?: unknown } | null)?.organization_id ??
  (input as { organizationId?: unknown } | null)?.organizationId

/**
 * Refuses an actor without permission. The roles of a member count in the own organization only. Another organization is
 * refused before any read, so that the refusal reveals nothing.
 */
export const checkActor = (
  { name, actors }: Pick<Declaration, 'name' | 'actors'>,
  actor: Actor,
  input: unknown,
): void => {
  if (!permits(actors, actor)) {
    const roles = (actor.kind === 'member' ? actors.member : actors.operator) ?? []
    throw new Refusal('not_permitted', `${name} is not permitted to this ${actor.kind}.`, {
      context: { action: name, roles },
      next:
        roles.length > 0
          ? `Ask ${article(actor.kind)} with one of the roles ${roles.join(', ')}.`
          : undefined,
    })
  }
  const organization = organizationOf(input)
  if (actor.kind === 'member' && organization !== undefined && organization !== actor.organizationId)
    throw new Refusal('not_permitted', `${name} is not permitted for another organization.`)
}

const article = (kind: Actor['kind']): string => (kind === 'operator' ? 'an operator' : `a ${kind}`)
