import { type ConsoleRequests, consoleObjects } from './console-objects.ts'
import type { ConsoleWorld } from './console-world.ts'
import { requestsAboutCalls } from './requests-about-calls.ts'
import { requestsOfOrganizations } from './requests-of-organizations.ts'
import { requestsOfPeople } from './requests-of-people.ts'
import { requestsWithIdentity } from './requests-with-identity.ts'

/** Requests of the console for each of its acts, each for people and objects of its own. */
export const consoleRequests = (world: ConsoleWorld): ConsoleRequests => {
  const objects = consoleObjects(world)
  return {
    ...requestsOfPeople(world, objects),
    ...requestsWithIdentity(world),
    ...requestsOfOrganizations(world, objects),
    ...requestsAboutCalls(world, objects),
  }
}
