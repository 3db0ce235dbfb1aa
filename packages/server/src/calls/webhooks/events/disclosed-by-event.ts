import type { WebhookEvent } from '@nani/contract'
import { resultsOf } from '../../calls/index.ts'

/** The ids of the results that an event discloses. An alert names its screening and does not contain it. */
export const disclosedByEvent = (event: WebhookEvent): string[] => {
  const { object } = event.data
  const named = 'screening_id' in object ? object.screening_id : null
  return typeof named === 'string' ? [named] : resultsOf(event)
}
