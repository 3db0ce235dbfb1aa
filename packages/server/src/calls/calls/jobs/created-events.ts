import { type OutgoingEvent, snapshotEvent } from '../../outbox/index.ts'
import { aliasAt, eventTypesOf } from '../declaration/alias.ts'
import type { PerformDependencies } from '../dependencies.ts'
import type { Invocation } from '../requests/invocation.ts'

/** The events of a new result, for a service with a `createdEvent`. Each holds the result as it was returned first. */
export const createdEvents = (
  { service, application: { applicationId }, origin }: Invocation,
  result: Record<string, unknown>,
  { newId, requestsVault }: Pick<PerformDependencies, 'newId' | 'requestsVault'>,
): OutgoingEvent[] => {
  if (!service.createdEvent) return []
  const types = eventTypesOf(aliasAt(service.aliases, origin.path), service.createdEvent)
  return types.map((type) =>
    snapshotEvent({ eventId: newId('evt'), type, applicationId, data: { object: result } }, requestsVault),
  )
}
