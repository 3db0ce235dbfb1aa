import { Refusal } from '@nani/foundation/core/index.ts'
import {
  fetchGuarded,
  type Lookup,
  OutboundFailed,
  OutboundRefused,
  publicOnly,
} from '@nani/foundation/outbound/index.ts'
import type { FetchImage } from './image-bytes.ts'

const fetchLimits = {
  /** The maximum size that fits into a body as base64. */
  maxBytes: 12 * 1024 * 1024,
  timeoutMs: 10_000,
  // File stores often only report bytes. The decoder determines the format.
  contentTypes: ['image/jpeg', 'image/jpg', 'image/png', 'application/octet-stream', 'binary/octet-stream'],
} as const

/** Photographs in bodies are bounded with their calls. Fetched ones are bounded here. */
const maxConcurrentFetches = 64

/** Fetches `image.url` with the guarded fetcher: public internet only, HTTPS, no redirect, bounded size. */
export const createFetchImage = (lookup: Lookup): FetchImage => {
  let underWay = 0
  return async (url) => {
    if (underWay >= maxConcurrentFetches)
      throw new Refusal('overloaded', { retry_after: 1 }, { detail: 'too many images are fetched' })
    underWay += 1
    try {
      return (await fetchGuarded(url, publicOnly, fetchLimits, { lookup })).bytes
    } catch (error) {
      if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
      throw new Refusal(
        'image_unreachable',
        { field: 'image.url', reason: error.reason },
        { detail: error.message },
      )
    } finally {
      underWay -= 1
    }
  }
}
