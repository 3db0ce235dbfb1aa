import type { Terminal } from '@nani/cli'
import type { SecondPersonRules } from '@nani/foundation/core/index.ts'
import { readRules, requireStored } from '@nani/server/app/installation-rules/index.ts'
import { isDemo } from '@nani/server/organizations/organizations/index.ts'
import type { Installation } from './installation.ts'
import { knowsLogin } from './operating-system-account.ts'

/** The rules of two people of an installation, as its last start set them. */
export type TwoPeopleRules = SecondPersonRules & { twoPeople: boolean }

/** The stored rules. A variable of the command that differs is an error, so that no one believes that it has an effect. */
export const rulesOf = async (installation: Installation): Promise<TwoPeopleRules> => {
  const { demo, fraudTwoPeople } = installation.config
  const { fraud_two_people: twoPeople } = await readRules(installation.pool)
  const oneAccountMayBeTwo = await isDemo(installation)
  requireStored('demo', oneAccountMayBeTwo, demo.stated ? demo.choice !== 'none' : null)
  requireStored('fraud_two_people', twoPeople, fraudTwoPeople)
  return { twoPeople, oneAccountMayBeTwo }
}

/**
 * Before an act that may need two people. In a container the kernel knows no login, so that one person with two accounts
 * counts as two (docs/threat-model.md#two-people). The operator reads it while it matters.
 */
export const noteUnknownLogin = (
  { oneAccountMayBeTwo }: SecondPersonRules,
  { err, account }: Pick<Terminal, 'err' | 'account'>,
  isKnown: () => boolean = knowsLogin,
): void => {
  if (oneAccountMayBeTwo || account !== undefined || isKnown()) return
  err(
    'note: The login of this process is unknown, as in a container. Its account decides whether you are the second person. ' +
      'One person with two accounts, for example by docker exec --user, counts as two. Accounts of the desk will replace this.\n',
  )
}
