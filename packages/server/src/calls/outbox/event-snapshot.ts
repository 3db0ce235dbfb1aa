import type { Vault } from '@nani/foundation/storage/index.ts'

/** `data` of an event (spec/webhooks#event-envelope), as it is at the commit. Files are still placeholders. */
export type EventData = {
  object: Record<string, unknown>
  previous_attributes?: Record<string, unknown>
}

/** An event as its cause hands it over. */
export type OutgoingEvent = {
  eventId: string
  type: string
  /** `data`, sealed. */
  snapshot: Uint8Array
  /** The result that becomes `data.object.result`. It is frozen, so the event refers to it and holds no copy. */
  resultId: string | null
  /** The job or batch of the event. A process of an earlier release reads the event from there. */
  about: { kind: 'job' | 'batch'; id: string } | null
}

export type NewEvent = {
  eventId: string
  type: string
  applicationId: string
  data: EventData
  resultId?: string
  about?: OutgoingEvent['about']
}

const context = (applicationId: string, eventId: string) => `event:${applicationId}:${eventId}`

/** An event with a snapshot of its object. A later change of the object does not change the event. */
export const snapshotEvent = (
  { eventId, type, applicationId, data, resultId, about }: NewEvent,
  vault: Vault,
): OutgoingEvent => ({
  eventId,
  type,
  snapshot: vault.seal(Buffer.from(JSON.stringify(data)), context(applicationId, eventId)),
  resultId: resultId ?? null,
  about: about ?? null,
})

export const openSnapshot = (
  sealed: Buffer,
  { applicationId, eventId }: { applicationId: string; eventId: string },
  vault: Vault,
): EventData => JSON.parse(vault.open(sealed, context(applicationId, eventId)).toString('utf8'))
