import type { ValidRequest } from '../requests/validate.ts'

/** A result as it is stored: the object with its placeholders, how files are delivered, and internal data. */
export type StoredResult = {
  result: Record<string, unknown>
  document_delivery: ValidRequest['documentDelivery']
  /** The internal data of the service, under the name that stored results have for it. */
  kept?: unknown
  /** The reference of a batch item, if the result has no field `reference`. */
  item_reference?: string
}

export const resultContext = (applicationId: string, resultId: string) =>
  `result:${applicationId}:${resultId}`

/** The JSON of a stored result. The JSON of its result is not rendered again. */
export const storedJson = (resultJson: string, more: Omit<StoredResult, 'result'>): string =>
  `{"result":${resultJson},${JSON.stringify(more).slice(1)}`
