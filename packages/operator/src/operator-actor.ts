import { userInfo } from 'node:os'
import type { Terminal } from '@nani/cli'
import { type Actor, operatorRoles } from '@nani/server/core/index.ts'

/**
 * The operator in whose name a command acts: `--as`, NANI_OPERATOR, or the login name. The person has the keys of the
 * database and therefore every role, until operators have accounts.
 */
export const operatorOf = ({ as }: { as?: string }, { env }: Pick<Terminal, 'env'>): Actor => ({
  kind: 'operator',
  name: as || env.NANI_OPERATOR || loginName(),
  roles: operatorRoles,
  account: loginName(),
})

/** A container may run under an id that has no account. */
const loginName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
