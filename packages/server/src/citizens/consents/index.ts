export {
  type ConsentCheck,
  type ConsentFault,
  type ConsentQuestion,
  createConsentCheck,
  type ValidConsent,
} from './check-consent.ts'
export { type CitizenConsent, listCitizenConsents, listCitizenUses } from './citizen-consents.ts'
export { listConsentHistory } from './consent-history.ts'
export {
  approveConsent,
  type ConsentAct,
  type ConsentDecision,
  type DecidedConsent,
  declineConsent,
  revokeConsent,
} from './decide-consent.ts'
export { type AskedConsent, type ConsentDependencies, consentDependencies } from './dependencies.ts'
export { applyDueChanges } from './due-changes.ts'
export { grantThroughSignIn } from './grant-through-sign-in.ts'
export { consentsModule } from './module.ts'
export { approveOnDevice, listConsentsOnDevice } from './on-device/approve-on-device.ts'
export {
  type ConsentFilter,
  type ListedConsent,
  listConsents,
  type ShownConsent,
  showConsent,
} from './operator-consents.ts'
export type { ConsentUse } from './read-consents.ts'
export { type ConsentOrder, type RequestedConsent, requestConsent } from './request-consent.ts'
export { readConsentRequest } from './retrieve-request.ts'
export { sandboxConsents } from './sandbox-consents.ts'
