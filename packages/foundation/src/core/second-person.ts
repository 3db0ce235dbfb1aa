import { type Actor, accountOf, actorId } from './actor.ts'

/** A person, as a rule of two people sees one. `account`: the account of the operating system, where it is known. */
export type Person = { name: string; account: string | null }

export type SecondPersonRules = {
  /** True on a demo: one account of the operating system may act as both people. */
  oneAccountMayBeTwo: boolean
}

/** Why a person may not act as the second one. */
export type SecondPersonFault = 'second_person_required' | 'second_account_required'

export const personOf = (actor: Actor): Person => ({ name: actorId(actor), account: accountOf(actor) })

/**
 * The rule of two people, for every act that needs them. A name is only given, so the accounts must differ too
 * (docs/threat-model.md#two-people).
 */
export const secondPersonFault = (
  first: Person,
  second: Person,
  { oneAccountMayBeTwo }: SecondPersonRules,
): SecondPersonFault | null => {
  if (isSamePerson(first.name, second.name)) return 'second_person_required'
  const isSameAccount = first.account !== null && first.account === second.account
  return isSameAccount && !oneAccountMayBeTwo ? 'second_account_required' : null
}

/** Names that differ only in case, spaces, forms of letters and invisible characters are of one person. */
export const isSamePerson = (one: string, other: string): boolean => bareName(one) === bareName(other)
/** The same for every spelling of a name. Names of operators differ in it. */
export const bareName = (name: string): string =>
  name.normalize('NFKC').replace(invisible, '').trim().replace(/\s+/g, ' ').toLowerCase()
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
