import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type { Nani } from '@nani/sdk'
import { announceDue } from '@nani/server/calls/webhooks/index.ts'
import { addEvents, type SeededJob } from './seed-events.ts'

/** Starts a count of the receiver, or waits until it has this number of events. Both return the delays. */
export type Receiver = { begin(): Promise<void>; arrived(count: number): Promise<readonly number[]> }

/** One event at a time, so that no event waits for another. */
const betweenMs = 100

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

export const summaryOf = (delaysMs: readonly number[]): string => {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
  return `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (${sorted.length} events)`
}

/**
 * Asynchronous calls of the product, which delivers their events in the process that commits them. The delay begins
 * with the `created_at` of the event: it includes the rest of the call and its commit.
 */
export const latencyOfOneProcess = async (nani: Nani, count: number, receiver: Receiver): Promise<string> => {
  const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
  const request = { identifier, purpose: 'customer_onboarding', scopes: ['kyc.addresses'] }
  const submit = async () => {
    await nani.kyc.validateAsync(request as Parameters<Nani['kyc']['validateAsync']>[0])
    await pause(betweenMs)
  }
  for (let index = 0; index < 10; index++) await submit()
  await receiver.begin()
  for (let index = 0; index < count; index++) await submit()
  // A job has two events.
  return summaryOf(await receiver.arrived(2 * count))
}

/** This process commits the events and announces them, or does not; the product delivers them. */
export const latencyOfTwoProcesses = async (
  target: { applicationId: string; jobs: readonly SeededJob[]; isAnnounced: boolean },
  platform: Platform,
  receiver: Receiver,
): Promise<string> => {
  const { applicationId, jobs, isAnnounced } = target
  const commit = async (job: SeededJob) => {
    await addEvents(applicationId, [job], platform)
    if (isAnnounced) await announceDue(platform.pool, [applicationId])
    // Polls come every 500 ms. Another period meets them at every phase.
    await pause(betweenMs + 17)
  }
  for (const job of jobs.slice(0, 10)) await commit(job)
  await pause(1_000)
  await receiver.begin()
  for (const job of jobs) await commit(job)
  return summaryOf(await receiver.arrived(jobs.length))
}
