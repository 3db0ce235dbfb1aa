import { operations } from './operations.ts'
import type { OperatorRole } from './roles.ts'
import { useMe } from './shell/session.ts'

/**
 * Whether the person may use an operation, as the description of the API names its roles. The pages leave out what the
 * server would refuse, so that an auditor sees no actions. The server decides.
 */
export const useMay = (): ((operation: string) => boolean) => {
  const roles = useMe().roles as readonly OperatorRole[]
  return (operation) => (operations[operation] ?? []).some((role) => roles.includes(role))
}
