import { type Receipt, resultPaths } from '@nani/contract'
import type { Caller, CallOptions } from '../call.ts'

export type Receipts = {
  /**
   * The receipt of a result, or of a living resource as it is now. The id says which service made it. Rejects with
   * `not_found` for a result of another application, and after 30 days.
   *
   * @example const { receipt } = await nani.receipts.retrieve(validation.id)
   */
  retrieve(resultId: string, options?: CallOptions): Promise<Receipt>
}

export const receipts = (call: Caller): Receipts => ({
  async retrieve(resultId, options) {
    const prefix = resultId.slice(0, Math.max(resultId.indexOf('_'), 0))
    const path = Object.hasOwn(resultPaths, prefix) ? resultPaths[prefix] : undefined
    if (!path)
      throw new TypeError(
        `"${resultId}" is not the id of a result. It begins with ${Object.keys(resultPaths).join('_, ')}_.`,
      )
    return call.get(`${path}/${encodeURIComponent(resultId)}/receipt`, options)
  },
})
