import type { RequestContext, WithEndpoint } from '../request-context.ts'

/** Only an authenticated caller gets here: an unknown one does not learn which paths exist under a key. */
export const checkRoute = ({ endpoint }: RequestContext): WithEndpoint => {
  if ('refusal' in endpoint) throw endpoint.refusal
  return { endpoint }
}
