import type { Terminal } from '@nani/cli'
import { type Actor, operatorRoles } from '@nani/foundation/core/index.ts'
import { operatingSystemAccount } from '../installation/operating-system-account.ts'

/**
 * The operator in whose name a command acts: `--as`, NANI_OPERATOR, or the login name. The person has the keys of the
 * database and therefore every role, until operators have accounts.
 */
export const operatorOf = (
  { as }: { as?: string },
  { env, account = operatingSystemAccount() }: Pick<Terminal, 'env' | 'account'>,
): Actor => ({
  ...{ kind: 'operator', name: as || env.NANI_OPERATOR || account },
  ...{ roles: operatorRoles, account },
})
