import { createRequestFollowers, followOwnRequests, type RequestFollowers } from './follow-requests.ts'
import { listOwnRequests, readOwnRequest } from './read-requests.ts'
import { countRefusedAuthentication } from './refused-authentication.ts'

/** The readings of an organization on the calls of its applications. */
export const callLogActs = [
  listOwnRequests,
  followOwnRequests,
  readOwnRequest,
  countRefusedAuthentication,
] as const

export { followAnyCalls } from './follow-any-calls.ts'
export { createRequestFollowers, type RequestFollowers }
