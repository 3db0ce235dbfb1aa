import { type Actor, actorId, type SecondPersonRules } from '@nani/foundation/core/index.ts'

/** A person at the desk. `account` is the account of the operating system, or of the session. */
export type DeskPerson = { name: string; account: string; isSupervisor: boolean }

/** Rules of the installation. */
export type DeskRules = SecondPersonRules & {
  /** False only by a rule of the installation, which a start sets and names. */
  twoPeople: boolean
}

/** The actor as a person at the desk: its account of the desk or of the operating system, or one account by its name. */
export const personOf = (actor: Actor): DeskPerson => ({
  name: actorId(actor),
  account: (actor.kind === 'operator' ? (actor.operatorId ?? actor.account) : undefined) ?? actorId(actor),
  isSupervisor: actor.kind === 'operator' && actor.roles.includes('supervisor'),
})
