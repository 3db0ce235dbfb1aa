import { setTimeout as delay } from 'node:timers/promises'
import { type CallOptions, get, post } from './call.ts'
import type { Credentials } from './credentials.ts'
import type { Batch, BatchItem, Job, KycValidation, ResultsList } from './shapes.ts'

export const singlePath = '/v1/kyc/validations'
export const batchPath = '/v1/kyc/validations/batches'
export const asynchronously = { prefer: 'respond-async' }

/** A sandbox test identity by its last four digits (spec/conventions#environments, spec/sandbox#test-identities). */
export const sandboxPerson = (digits: string) => ({ type: 'svc_id', value: `COD-0000-0000-${digits}` })

/** The smallest request that is right, with `members` over it. */
export const kycRequest = (digits: string, members: Record<string, unknown> = {}) => ({
  identifier: sandboxPerson(digits),
  purpose: 'customer_onboarding',
  ...members,
})

export const validate = (
  credentials: Credentials,
  digits: string,
  members?: Record<string, unknown>,
  options?: CallOptions,
) => post<KycValidation>(credentials, singlePath, kycRequest(digits, members), options)

/** A result that is read again has links with a new end. */
export const withoutLinks = (result: unknown) =>
  JSON.parse(JSON.stringify(result, (key, value) => (['url', 'expires_at'].includes(key) ? 'fresh' : value)))

/** `count` items about one person, referenced `r0`, `r1`, … */
export const batchItems = (count: number, digits = '0001') =>
  Array.from({ length: count }, (_, index) => ({ reference: `r${index}`, identifier: sandboxPerson(digits) }))

/** A batch request. `scopes` is empty by default, to keep the responses small. */
export const batchRequest = (items: unknown[], members: Record<string, unknown> = {}) => ({
  purpose: 'customer_onboarding',
  scopes: [],
  items,
  ...members,
})

const firstPauseMs = 50
const longestPauseMs = 400

/**
 * Repeats `read` until `done` holds: every `everyMs`, or less often the longer it waits, because each reading takes processor time of
 * the product under test. Fails after `timeoutMs` with the last value.
 */
export const until = async <T>(
  read: () => Promise<T>,
  done: (value: T) => boolean,
  { timeoutMs = 60_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> => {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.25)) {
    const value = await read()
    if (done(value)) return value
    if (performance.now() > deadline)
      throw new Error(`not so after ${timeoutMs} ms: ${JSON.stringify(value)?.slice(0, 500)}`)
    await delay(everyMs ?? pauseMs)
  }
}

export const finishedJob = async <Result = KycValidation>(
  credentials: Credentials,
  id: string,
): Promise<Job<Result>> =>
  (
    await until(
      () => get<Job<Result>>(credentials, `/v1/jobs/${id}`),
      ({ status, json }) => status !== 200 || json.status !== 'pending',
    )
  ).json

export const finishedBatch = async (
  credentials: Credentials,
  id: string,
  timeoutMs = 90_000,
): Promise<Batch> =>
  (
    await until(
      () => get<Batch>(credentials, `/v1/batches/${id}`),
      ({ status, json }) => status !== 200 || json.status !== 'pending',
      { timeoutMs },
    )
  ).json

/** Follows `next_cursor` to the end of a finished batch. */
export const everyItem = async <Result = KycValidation>(
  credentials: Credentials,
  batchId: string,
  limit = 500,
): Promise<BatchItem<Result>[]> => {
  const items: BatchItem<Result>[] = []
  let cursor: string | null = null
  do {
    const query: string = `limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const page = await get<ResultsList<Result>>(credentials, `/v1/batches/${batchId}/results?${query}`)
    if (page.status !== 200) throw new Error(`results answered ${page.status}: ${JSON.stringify(page.json)}`)
    items.push(...page.json.data)
    cursor = page.json.next_cursor
  } while (cursor !== null)
  return items
}
