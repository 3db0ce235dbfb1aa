import { type Actor, actorId } from '../../../core/index.ts'
import type { DeskPerson } from './acts.ts'

/** The actor as a person at the desk. An actor without an account of its own is one account by its name. */
export const personOf = (actor: Actor): DeskPerson => ({
  name: actorId(actor),
  account: (actor.kind === 'operator' ? actor.account : undefined) ?? actorId(actor),
  isSupervisor: actor.kind === 'operator' && actor.roles.includes('supervisor'),
})
