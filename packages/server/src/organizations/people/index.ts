import { endMySession, listMySessions, listMySignIns, readMe } from './account/read-me.ts'
import { confirmRegistration, register } from './account/register.ts'
import { confirmPasswordReset, requestPasswordReset } from './account/reset-password.ts'
import { addPasskey, passkeyOptions } from './second-factor/enrol-passkey.ts'
import { confirmTotp, offerTotp, renewRecoveryCodes } from './second-factor/enrol-totp.ts'
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
  listMySignIns,
  offerTotp,
  confirmTotp,
  passkeyOptions,
  addPasskey,
  renewRecoveryCodes,
] as const

export { emailKey, findAccount, namesOfPeople, type PersonName } from './accounts.ts'
export { type AttemptCounts, createAttemptCounts } from './attempts.ts'
export { knownBrowser } from './known-browsers.ts'
export type { Membership, PeopleNeeds } from './needs.ts'
export { createPasswordHashing, type PasswordHashing } from './password-hashing.ts'
export { memberRealm, type Realm } from './realm.ts'
export { forgetMembers } from './retention.ts'
export { methodsOf, readFactors } from './second-factor/factors.ts'
export { isFresh } from './second-factor/fresh-factor.ts'
export { hashOf, newSecret } from './secrets.ts'
export { endSessionsOf, isSessionOpen, type PersonSession, readSession } from './sessions.ts'
export { codeOfStep, stepAt } from './totp.ts'
export { cookiesSchema, type Visit, visitSchema } from './visit.ts'
