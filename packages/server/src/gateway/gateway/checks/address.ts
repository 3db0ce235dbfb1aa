import { Refusal } from '@nani/foundation/core/index.ts'
import type { RequestContext, WithApplication } from '../request-context.ts'

/** See spec/checks#ip-allowlist. */
export const checkAddress = ({ request, application }: RequestContext & WithApplication): void => {
  const { allowlist } = application
  if (allowlist && !allowlist.includes(request.peer.address)) {
    throw new Refusal('ip_not_allowed', { address: request.peer.address })
  }
}
