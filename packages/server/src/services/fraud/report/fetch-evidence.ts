import { Refusal } from '@nani/foundation/core/index.ts'
import {
  fetchGuarded,
  type Lookup,
  OutboundFailed,
  OutboundRefused,
  publicOnly,
} from '@nani/foundation/outbound/index.ts'
import type { FetchEvidence } from './evidence-files.ts'

const bounds = {
  /** spec/fraud#evidence */
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 10_000,
  // The content decides the format, and servers name it in many ways.
  contentTypes: null,
} as const

/** A fault of the server or of the network may pass. A refused address or a 4xx does not (spec/fraud#evidence). */
const retriedForMs = 15 * 60_000

const mayPass = (error: OutboundRefused | OutboundFailed): boolean =>
  error instanceof OutboundFailed &&
  (error.reason === 'timeout' ||
    error.reason === 'connection_failed' ||
    (error.status !== null && error.status >= 500))

const unreachable = (error: OutboundRefused | OutboundFailed, field: string): Refusal => {
  const context = { field, reason: error.reason }
  return mayPass(error)
    ? new Refusal('image_unreachable', context, { detail: error.message, retriedForMs })
    : new Refusal('image_unreachable', context, { detail: error.message })
}

/** Files that are fetched at the same time, by all calls: each is held in memory. */
const maxFetches = 32

/** Fetches a file once: from the public internet, by HTTPS, without a redirect. */
export const createFetchEvidence = (lookup: Lookup): FetchEvidence => {
  let underWay = 0
  return async (url, field) => {
    if (underWay >= maxFetches)
      throw new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many files are fetched' })
    underWay++
    try {
      return Buffer.from((await fetchGuarded(url, publicOnly, bounds, { lookup })).bytes)
    } catch (error) {
      if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
      throw unreachable(error, field)
    } finally {
      underWay--
    }
  }
}
