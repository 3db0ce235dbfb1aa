import { Refusal } from '@nani/foundation/core/index.ts'
import type { RequestContext, WithApplication } from '../request-context.ts'

/** spec/checks#production-approval: production keys before the approval, or for a service outside of it. */
export const checkProductionAccess = ({ application, endpoint }: RequestContext & WithApplication): void => {
  const { environment, approvedServices, suspendedApprovals } = application
  if (environment !== 'production') return
  const { service } = endpoint
  // What belongs to no service, such as the list of events, stays readable while a service is suspended.
  const approved = service
    ? approvedServices.has(service)
    : approvedServices.size + suspendedApprovals.size > 0
  if (!approved) throw new Refusal('production_access_required', service ? { service } : {})
}

/** See spec/checks#enabled-services. */
export const checkServiceEnabled = ({ application, endpoint }: RequestContext & WithApplication): void => {
  const { service } = endpoint
  if (service && !application.services.has(service)) throw new Refusal('service_not_enabled', { service })
}
