import type { ConsoleApplication, Me, Organization } from '@nani/contract/console'
import { createContext, use } from 'react'
import { useRead } from '../../staff/reading.ts'
import { usePlace } from '../paths.ts'
import { isPermitted, type Operation } from '../permissions.ts'

const Context = createContext<Me | null>(null)
export const SessionProvider = Context

/** The person who is signed in. */
export const useMe = (): Me => {
  const me = use(Context)
  if (!me) throw new Error('There is no session here.')
  return me
}

export const useOrganization = () => useRead<Organization>(usePlace().organization)
export const useApplication = () => useRead<ConsoleApplication>(usePlace().application)

/** The roles of the person in the organization of the page. The server decides; the pages only leave out what it refuses. */
export const useRoles = () => {
  const { organizationId } = usePlace()
  const own = useMe().organizations.find(({ organization_id }) => organization_id === organizationId)
  const roles = own?.roles ?? []
  return { roles, may: (operation: Operation) => isPermitted(roles, operation) }
}
