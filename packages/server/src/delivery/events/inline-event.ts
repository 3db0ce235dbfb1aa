import type { EventType, WebhookEvent } from '@nani/contract'
import { idTime } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import type { OutgoingEvent } from '../../ledger/index.ts'
import { dayOf, type Vault } from '../../storage/index.ts'
import { openJson, sealJson } from '../asynchronous.ts'
import type { EventDependencies, EventRow } from './read-events.ts'

const dataContext = (applicationId: string, eventId: string) => `event:${applicationId}:${eventId}`

/** An event that carries what it tells of, sealed: of something that is kept nowhere else as it was then. */
export const inlineEvent = (
  type: EventType,
  eventId: string,
  applicationId: string,
  data: { object: Record<string, unknown> },
  requestsVault: Vault,
): OutgoingEvent => ({
  event_id: eventId,
  event_day: dayOf(idTime('evt', eventId) as number),
  type,
  object_kind: 'inline',
  object_id: null,
  sealed_data: sealJson(requestsVault, data, dataContext(applicationId, eventId)).toString('base64'),
})

/** What such an event carries; addresses of our own are told as they are now. */
export const openInlineData = async (
  row: Pick<EventRow, 'event_id' | 'sealed_data'>,
  { applicationId, environment }: Pick<Application, 'applicationId' | 'environment'>,
  { requestsVault, deliverFiles, baseUrl, clock }: EventDependencies,
): Promise<WebhookEvent['data']> => {
  const context = dataContext(applicationId, row.event_id)
  const data = openJson(requestsVault, row.sealed_data as Buffer, context)
  return (await deliverFiles(data, {
    documentDelivery: 'signed_url',
    baseUrl: baseUrl(environment),
    nowMs: clock.now(),
  })) as WebhookEvent['data']
}
