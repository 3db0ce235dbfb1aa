import { Refusal } from '../../core/index.ts'
import { type Check, established } from '../visit.ts'

/** Spec 1 § Rejections 3. */
export const checkAddress: Check = ({ request, application }) => {
  const { allowlist } = established(application)
  if (allowlist && !allowlist.includes(request.peer.address)) {
    throw new Refusal('ip_not_allowed', { address: request.peer.address })
  }
}
