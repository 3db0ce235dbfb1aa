export {
  type ConsentCheck,
  type ConsentFault,
  type ConsentQuestion,
  createConsentCheck,
  type ValidConsent,
} from './check-consent.ts'
export { consentActs } from './consent-acts.ts'
export { listConsentHistory } from './consent-history.ts'
export { approveConsent, declineConsent, revokeConsent } from './decide-consent.ts'
export { type AskedConsent, type ConsentDependencies, consentDependencies } from './dependencies.ts'
export { applyDueChanges } from './due-changes.ts'
export { grantThroughSignIn } from './grant-through-sign-in.ts'
export { consentsModule } from './module.ts'
export { declineOwnConsent, revokeOwnConsent } from './on-device/answer-own.ts'
export { approveOnDevice, type ConsentsOnDevice } from './on-device/approve-on-device.ts'
export { listConsentsOnDevice } from './on-device/list-on-device.ts'
export { type ListedConsent, listConsents, type ShownConsent, showConsent } from './operator-consents.ts'
export { type ConsentOrder, type RequestedConsent, requestConsent } from './request-consent.ts'
export { readConsentRequest } from './retrieve-request.ts'
export { sandboxConsents } from './sandbox-consents.ts'
export type { DecidedConsent } from './write-decision.ts'
