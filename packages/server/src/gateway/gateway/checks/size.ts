import { Refusal } from '@nani/foundation/core/index.ts'
import type { RequestContext } from '../request-context.ts'

/** See spec/limits#sizes. A body whose length is in no header is measured while it arrives (body.ts). */
export const checkDeclaredSize = ({ request, endpoint }: RequestContext): void => {
  const declaredBytes = Number(request.headers['content-length'] ?? 0)
  if (declaredBytes > endpoint.bodyLimitBytes) throw new Refusal('payload_too_large')
}
