import { Refusal } from '@nani/foundation/core/index.ts'
import type { Admitted } from '../request-context.ts'

/** spec/wire#nonces: a nonce is used once. */
export const checkNonce = ({ admission }: Admitted): null => {
  if (!admission.nonceFresh) throw new Refusal('nonce_reused')
  return null
}
