import { listOwnRequests, readOwnRequest } from './read-requests.ts'
import { countRefusedAuthentication } from './refused-authentication.ts'

/** The readings of an organization on the calls of its applications. */
export const callLogActs = [listOwnRequests, readOwnRequest, countRefusedAuthentication] as const

export type { CallLogNeeds } from './needs.ts'
