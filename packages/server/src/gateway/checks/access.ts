import { Refusal } from '../../core/index.ts'
import { type Check, established } from '../visit.ts'

/** Spec 1 § Rejections 5: production keys before the approval, or for a service outside of it. */
export const checkProductionAccess: Check = ({ application, endpoint }) => {
  const { environment, approvedServices } = established(application)
  if (environment !== 'production') return
  const service = endpoint?.service
  const approved = service ? approvedServices.has(service) : approvedServices.size > 0
  if (!approved) throw new Refusal('production_access_required', service ? { service } : {})
}

/** Spec 1 § Rejections 4. */
export const checkServiceEnabled: Check = ({ application, endpoint }) => {
  const service = endpoint?.service
  if (service && !established(application).services.has(service)) {
    throw new Refusal('service_not_enabled', { service })
  }
}
