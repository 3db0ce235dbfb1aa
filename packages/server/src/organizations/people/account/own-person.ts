import { type Actor, Refusal } from '@nani/foundation/core/index.ts'

/** The person of an act on the own account. */
export const ownPerson = (actor: Actor): Extract<Actor, { kind: 'person' }> => {
  if (actor.kind !== 'person') throw new Refusal('not_signed_in', 'There is no session.')
  return actor
}
