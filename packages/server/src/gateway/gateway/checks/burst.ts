import { Refusal } from '@nani/foundation/core/index.ts'
import type { Admitted } from '../request-context.ts'

/** See spec/limits#rates-and-quotas. */
export const checkBurst = ({ admission }: Admitted): null => {
  if (!admission.withinBurst) throw new Refusal('rate_limited', { retry_after: 1 })
  return null
}
