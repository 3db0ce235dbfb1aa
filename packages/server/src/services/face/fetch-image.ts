import { Refusal } from '../../core/index.ts'
import {
  fetchGuarded,
  type Lookup,
  OutboundFailed,
  OutboundRefused,
  publicOnly,
} from '../../outbound/index.ts'
import type { FetchImage } from './image-bytes.ts'

const fetchLimits = {
  /** As much as fits into a body as base64. */
  mostBytes: 12 * 1024 * 1024,
  timeoutMs: 10_000,
  // Stores of files often know no better than that it is bytes; the decoder looks at what they are.
  contentTypes: ['image/jpeg', 'image/jpg', 'image/png', 'application/octet-stream', 'binary/octet-stream'],
} as const

/** A photograph at rest in memory is bounded with the calls; those that are fetched are bounded here. */
const mostAtOnce = 64

/** `image.url`, through the guarded fetcher: the public internet only, by HTTPS, no redirect, no more than a body holds. */
export const createFetchImage = (lookup: Lookup): FetchImage => {
  let underWay = 0
  return async (url) => {
    if (underWay >= mostAtOnce)
      throw new Refusal('overloaded', { retry_after: 1 }, 'too many images are fetched')
    underWay += 1
    try {
      return (await fetchGuarded(url, publicOnly, fetchLimits, { lookup })).bytes
    } catch (error) {
      if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
      throw new Refusal('image_unreachable', { field: 'image.url', reason: error.reason }, error.message)
    } finally {
      underWay -= 1
    }
  }
}
