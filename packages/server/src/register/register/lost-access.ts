import type { PoolClient } from 'pg'
import type { Citizen } from './register.ts'

/** What ended of citizens whose account was deleted or lost its certification. Null: it ends after the commit. */
export type EndedAccess = {
  citizens: number
  devices: number | null
  sessions: number | null
  enrolments: number | null
}

export const nothingEnded: EndedAccess = { citizens: 0, devices: 0, sessions: 0, enrolments: 0 }

/** Ends the access of citizens to their accounts, in or by the transaction that changed them. */
export type EndAccess = (client: PoolClient, svcIds: readonly string[]) => Promise<EndedAccess>

type Account = Pick<Citizen, 'certified' | 'status'>
const hasAccess = ({ certified, status }: Account): boolean => certified && status !== 'deleted'

/** Whether a change takes the account of a citizen away. */
export const losesAccess = (before: Account | undefined, after: Account): boolean =>
  before !== undefined && hasAccess(before) && !hasAccess(after)
