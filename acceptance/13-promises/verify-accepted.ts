import { expect } from 'vitest'
import { get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { everyItem, singlePath, until } from '../client/kyc.ts'
import type { Batch, BatchItem, Job, KycValidation } from '../client/shapes.ts'
import { callsUsed } from '../installation/usage.ts'
import { everyEvent, type WebhookEvent } from './event-follower.ts'
import { ledgerRows } from './ledger-rows.ts'
import type { AcceptedWork } from './load.ts'

/** A queue task of a process that died is taken over within seconds; the rest is room for a slow machine. */
const finishTimeoutMs = 120_000
const readConcurrency = 16

type Finished = { work: AcceptedWork; finalObject: Job | Batch | KycValidation; items: BatchItem[] }

/**
 * Compares the accepted work with all readable data: the objects, their events, the stored results, the charges and
 * the usage. Returns the events in order.
 */
export const verifyAccepted = async (
  dataDir: string,
  application: Credentials,
  accepted: readonly AcceptedWork[],
): Promise<WebhookEvent[]> => {
  // A retry that ran in addition to its first attempt would appear as a second id, or as an unknown event.
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length)
  await untilFinished(application, accepted)
  const finished = await inGroups(accepted, (work) => readFinished(application, work))
  expectNone(finished.flatMap(wrongItems))
  expectNone(finished.flatMap(wrongCounts))
  const events = await everyEvent(application)
  expectEvents(events, finished)
  await expectLedger(dataDir, application, finished)
  return events
}

/** Asks again for those that have not ended yet, until none is left. */
const untilFinished = async (application: Credentials, accepted: readonly AcceptedWork[]): Promise<void> => {
  let open = accepted.filter(({ mode }) => mode !== 'call')
  const readOpen = async () => {
    const finalObject = await inGroups(open, (work) => get<Job | Batch>(application, addressOf(work)))
    open = open.filter(
      (_, index) => finalObject[index]?.status !== 200 || finalObject[index].json.status === 'pending',
    )
    return { open: open.length, first: open.slice(0, 5).map(({ id }) => id) }
  }
  await until(readOpen, (left) => left.open === 0, { timeoutMs: finishTimeoutMs, everyMs: 1_000 })
}

const addressOf = ({ mode, id }: AcceptedWork): string =>
  mode === 'call' ? `${singlePath}/${id}` : mode === 'job' ? `/v1/jobs/${id}` : `/v1/batches/${id}`

/** Accepted work must exist afterwards: a single result, a job, or a batch with its items. */
const readFinished = async (application: Credentials, work: AcceptedWork): Promise<Finished> => {
  const { status, json } = await get<Job & Batch & KycValidation>(application, addressOf(work))
  if (status !== 200) throw new Error(`${work.mode} ${work.id} answers ${status}: ${JSON.stringify(json)}`)
  if (work.mode === 'batch') return { work, finalObject: json, items: await everyItem(application, work.id) }
  const result = work.mode === 'job' ? json.result : json
  const reference = work.items[0]!.reference
  const error = json.error && { ...json.error, code: json.error.error }
  return {
    work,
    finalObject: json,
    items: [{ reference, status: result ? 'succeeded' : 'failed', result, error }],
  }
}

/** Each reference once and in order, with the outcome of its identifier. */
const wrongItems = ({ work, finalObject, items }: Finished): string[] => {
  if (items.length !== work.items.length)
    return [`${work.id}: ${work.items.length} items sent, ${items.length} read`]
  const mayBeCancelled = 'cancelled_at' in finalObject
  return work.items.flatMap(({ reference, outcome }, position) => {
    const item = items[position]!
    const came = item.status === 'succeeded' ? 'succeeded' : (item.error?.code ?? 'no error')
    const right = came === outcome || (mayBeCancelled && came === 'batch_cancelled')
    const own = item.reference === reference && (item.result?.reference ?? reference) === reference
    return right && own ? [] : [`${work.id} ${reference}: ${outcome} was due, ${item.reference} ${came} came`]
  })
}

const wrongCounts = ({ work, finalObject, items }: Finished): string[] => {
  if (work.mode !== 'batch') return []
  const succeeded = items.filter(({ status }) => status === 'succeeded').length
  const { status, total_items, processed_items, succeeded_items, failed_items } = finalObject as Batch
  const counted = { status, total_items, processed_items, succeeded_items, failed_items }
  const due = {
    // spec/request-modes#batch-object: a cancelled batch ends like one with a failed item.
    status:
      succeeded === items.length && !('cancelled_at' in finalObject) ? 'completed' : 'completed_with_errors',
    total_items: items.length,
    processed_items: items.length,
    succeeded_items: succeeded,
    failed_items: items.length - succeeded,
  }
  return JSON.stringify(counted) === JSON.stringify(due)
    ? []
    : [`${work.id}: ${JSON.stringify(due)} read, ${JSON.stringify(counted)} reported`]
}

/** spec/webhooks#payload-rules: exactly these events, no other, each with the object as it reads now. */
const expectEvents = (all: readonly WebhookEvent[], finished: readonly Finished[]) => {
  // The approval of the application is an event of its own (spec/organizations#production-review).
  const events = all.filter(({ type }) => type !== 'application.production_status_changed')
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const asynchronous = finished.filter(({ work }) => work.mode !== 'call')
  const objects = new Map(asynchronous.map(({ work, finalObject }) => [work.id, finalObject as unknown]))
  const eventsOf = Map.groupBy(events, (event) => event.data.object.id)
  const stray = events.filter((event) => !objects.has(event.data.object.id))
  expectNone(
    stray.map(({ type, data }) => `${type} of ${data.object.id}, which does not belong to accepted work`),
  )
  const wrong = asynchronous.flatMap(({ work, finalObject }) => {
    const came = (eventsOf.get(work.id) ?? []).map(({ type }) => type).sort()
    const due = typesDue(work, finalObject as Job | Batch).sort()
    return String(came) === String(due) ? [] : [`${work.mode} ${work.id}: [${due}] due, [${came}] came`]
  })
  expectNone(wrong)
  for (const { data } of events) expect(data.object).toEqual(objects.get(data.object.id))
}

const typesDue = ({ mode }: AcceptedWork, { status }: Job | Batch): string[] => {
  if (mode === 'batch') return [`batch.${status}`]
  return status === 'completed' ? ['kyc_validation.completed', 'job.completed'] : ['job.failed']
}

/** No item was performed into two results, and no charge is missing or doubled. */
const expectLedger = async (dataDir: string, application: Credentials, finished: readonly Finished[]) => {
  const results = finished.flatMap(({ items }) => items.flatMap(({ result }) => result?.id ?? [])).sort()
  expect(new Set(results).size).toBe(results.length)
  const { charged, stored } = await ledgerRows(dataDir, application.application_id)
  expect(stored.sort()).toEqual(results)
  expect(charged.sort()).toEqual(results)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(results.length)
}

const replaysSampled = 60

/** A client that repeats its request with the same key gets the same id, and no work is repeated. */
export const expectReplays = async (application: Credentials, accepted: readonly AcceptedWork[]) => {
  const stride = Math.ceil(accepted.length / replaysSampled)
  const sample = accepted.filter((_, index) => index % stride === 0)
  const answers = await inGroups(sample, ({ target, body, key, prefer }) =>
    post<{ id: string }>(application, target, body, { idempotencyKey: key, prefer }),
  )
  expect(answers.map(({ json }) => json.id)).toEqual(sample.map(({ id }) => id))
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toEqual([])
}

/** A few examples suffice. A thousand equal ones would hide the error. */
const expectNone = (wrong: readonly string[]) => expect(wrong.slice(0, 10)).toEqual([])

const inGroups = async <Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += readConcurrency)
    results.push(...(await Promise.all(items.slice(from, from + readConcurrency).map(read))))
  return results
}
