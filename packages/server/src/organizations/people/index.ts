import { changeMyPassword } from './account/change-password.ts'
import { endMyOtherSessions, endMySession, listMySessions, listMySignIns, readMe } from './account/read-me.ts'
import { confirmRegistration, register } from './account/register.ts'
import { confirmPasswordReset, requestPasswordReset } from './account/reset-password.ts'
import { beginIdentitySignIn, signInWithIdentity } from './identity/identity-sign-in.ts'
import { beginIdentityLink, linkIdentity, unlinkIdentity } from './identity/link-identity.ts'
import { addPasskey, passkeyOptions } from './second-factor/enrol-passkey.ts'
import { confirmTotp, offerTotp, renewRecoveryCodes } from './second-factor/enrol-totp.ts'
import { removePasskey } from './second-factor/remove-passkey.ts'
import { giveSecondFactor, stepUp } from './sign-in/second-factor.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'

/** The acts and readings of accounts, in the order of the console's description. */
export const peopleActs = [
  register,
  confirmRegistration,
  signIn,
  giveSecondFactor,
  stepUp,
  signOut,
  requestPasswordReset,
  confirmPasswordReset,
  readMe,
  listMySessions,
  endMySession,
  endMyOtherSessions,
  changeMyPassword,
  listMySignIns,
  offerTotp,
  confirmTotp,
  passkeyOptions,
  addPasskey,
  removePasskey,
  renewRecoveryCodes,
  beginIdentitySignIn,
  signInWithIdentity,
  beginIdentityLink,
  linkIdentity,
  unlinkIdentity,
] as const

export { closeAccount, openAccount, removeFactors } from './account/invited-account.ts'
export { requireGoodPassword } from './account/leaked-passwords.ts'
export {
  type Account,
  emailKey,
  findAccount,
  lockAccount,
  namesOfPeople,
  type PersonName,
} from './accounts.ts'
export { createAttemptCounts } from './attempts.ts'
export type { IdentityProvider } from './identity/identity-provider.ts'
export type { Membership, PeopleNeeds } from './needs.ts'
export { createPasswordHashing, leastCost, type PasswordHashing } from './password-hashing.ts'
export { memberRealm, operatorRealm, type Realm } from './realm.ts'
export { forgetMembers, forgetOperators } from './retention.ts'
export { methodsOf, readFactors, stateOfFactors } from './second-factor/factors.ts'
export { isFresh } from './second-factor/fresh-factor.ts'
export { hashOf, newSecret } from './secrets.ts'
export { createSessionReader, endSessionsOf, isSessionOpen, type PersonSession } from './sessions.ts'
export { completeSignIn } from './sign-in/complete-sign-in.ts'
export { codeOfStep, stepAt } from './totp.ts'
export { cookiesSchema, type Visit, visitSchema } from './visit.ts'

const ofMembersOnly: ReadonlySet<unknown> = new Set([
  ...[register, confirmRegistration],
  ...[beginIdentitySignIn, signInWithIdentity, beginIdentityLink, linkIdentity, unlinkIdentity],
])
/** Those that invited people have: they do not register themselves, and link no national identity. */
export const invitedPeopleActs = peopleActs.filter((act) => !ofMembersOnly.has(act))
/** The steps to a first second factor. Without one, an operator may do nothing else. */
export const firstFactorActs: ReadonlySet<string> = new Set(
  [readMe, signOut, stepUp, offerTotp, confirmTotp, passkeyOptions, addPasskey].map(
    ({ declaration }) => declaration.name,
  ),
)
