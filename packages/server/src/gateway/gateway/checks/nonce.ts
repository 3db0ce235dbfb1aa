import { Refusal } from '@nani/foundation/core/index.ts'
import type { WithAdmission } from '../request-context.ts'

/** spec/wire#nonces: a nonce is used once. */
export const checkNonce = ({ admission }: WithAdmission): null => {
  if (!admission.nonceFresh) throw new Refusal('nonce_reused')
  return null
}
