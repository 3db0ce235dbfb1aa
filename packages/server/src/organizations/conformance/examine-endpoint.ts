import { randomBytes, randomUUID } from 'node:crypto'
import type { ConformanceCheck, ConformanceCheckName, ConformanceReason } from '@nani/contract/console'
import type { KeyBytes } from '@nani/contract/node'
import { type Clock, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Connections } from '@nani/foundation/outbound/index.ts'
import { type Sent, sendEvent } from '../../calls/webhooks/index.ts'
import { checkOf } from './check.ts'

export type Endpoint = { url: string; webhookKey: KeyBytes }
type Dependencies = { connections: Connections; clock: Clock }

/** Older than any tolerance that a receiver may have. */
const oldMs = 3_600_000

const names = [
  ...(['webhook.valid_event', 'webhook.forged_signature', 'webhook.changed_body'] as const),
  ...(['webhook.old_timestamp', 'webhook.duplicate_event', 'webhook.reordered_events'] as const),
  'webhook.unknown_type',
] as const satisfies readonly ConformanceCheckName[]
type Name = (typeof names)[number]

const isAccepted = ({ httpStatus }: Sent) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300
const isRefused = ({ httpStatus }: Sent) => httpStatus !== null && httpStatus >= 400 && httpStatus < 500
/** An invented event. Its object says `test`, as that of a test of the endpoint. */
const eventOf = (atMs: number, { id = randomUUID(), type = 'job.completed', version = 1 } = {}) => {
  const eventId = `evt_conformance_${id.replaceAll('-', '')}`
  const object = { id: 'job_conformance', object: 'job', test: true, version, updated_at: rfc3339(atMs) }
  const event = {
    id: eventId,
    object: 'event',
    type,
    livemode: false,
    created_at: rfc3339(atMs),
    data: { object },
  }
  return { eventId, body: Buffer.from(JSON.stringify(event)) }
}

const accepts = (name: Name, sent: readonly Sent[]): ConformanceCheck => {
  const fault = sent.find((one) => !isAccepted(one))
  return fault
    ? checkOf(name, 'failed', 'not_acknowledged', fault.httpStatus)
    : checkOf(name, 'passed', 'acknowledged', sent[0]?.httpStatus)
}

const refuses = (name: Name, sent: Sent): ConformanceCheck =>
  isRefused(sent)
    ? checkOf(name, 'passed', 'refused', sent.httpStatus)
    : checkOf(name, 'failed', 'not_refused', sent.httpStatus)

const unseen = (selected: readonly Name[], reason: ConformanceReason): ConformanceCheck[] =>
  selected.map((name) => checkOf(name, 'not_seen', reason))

/** Sends right, forged, repeated, reordered and unknown events to the endpoint, one after the other. */
export const examineEndpoint = async (
  endpoint: Endpoint | null,
  { connections, clock }: Dependencies,
): Promise<ConformanceCheck[]> => {
  if (!endpoint) return unseen(names, 'no_endpoint')
  const send = (event: { eventId: string; body: Buffer; signed?: Buffer }, more: Partial<Endpoint> = {}) =>
    sendEvent({ ...endpoint, ...event, ...more }, { connections, clock })
  const nowMs = clock.now()
  const valid = eventOf(nowMs)
  const first = accepts('webhook.valid_event', [await send(valid)])
  // An endpoint that accepts nothing would seem to refuse forged events.
  if (first.result !== 'passed') return [first, ...unseen(names.slice(1), 'no_valid_event')]
  const forged = await send(eventOf(nowMs), { webhookKey: randomBytes(32) })
  const changed = await send({ ...eventOf(nowMs), signed: eventOf(nowMs).body })
  const old = await sendEvent(
    { ...endpoint, ...eventOf(nowMs) },
    { connections, clock: { now: () => clock.now() - oldMs } as Clock },
  )
  const again = [await send(valid), await send(valid)]
  const newer = eventOf(nowMs, { version: 2 })
  const reordered = [await send(newer), await send(eventOf(nowMs - 60_000, { version: 1 }))]
  const unknown = await send(eventOf(nowMs, { type: 'conformance.unknown_type' }))
  return [
    first,
    refuses('webhook.forged_signature', forged),
    refuses('webhook.changed_body', changed),
    refuses('webhook.old_timestamp', old),
    accepts('webhook.duplicate_event', again),
    accepts('webhook.reordered_events', reordered),
    accepts('webhook.unknown_type', [unknown]),
  ]
}
