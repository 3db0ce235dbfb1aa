import { Refusal } from '@nani/foundation/core/index.ts'
import type { WithAdmission } from '../request-context.ts'

/** See spec/limits#rates-and-quotas. */
export const checkBurst = ({ admission }: WithAdmission): null => {
  if (!admission.withinBurst) throw new Refusal('rate_limited', { retry_after: 1 })
  return null
}
