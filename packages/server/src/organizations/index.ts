export { listenForChanges } from './announce.ts'
export { SettingsError, type SettingsInput } from './application-settings.ts'
export {
  type ApplicationDetails,
  type ApplicationSummary,
  createApplication,
  type IssuedCredentials,
  listApplications,
  type OrganizationDependencies,
  rotateKeys,
  showApplication,
  updateApplication,
} from './applications.ts'
export {
  type CertificateDependencies,
  type ClientCertificate,
  issueCertificate,
  openAuthority,
  openServerCertificate,
  revokeCertificate,
  trustsCertificate,
} from './certificates.ts'
export { type DemoCredentials, findDemoApplication, prepareDemo } from './demo.ts'
export { createDirectory, type Directory } from './directory.ts'
export { type Delivery, type DeliveryAttempt, listDeliveries } from './list-deliveries.ts'
export { replayEvents, resendEvent } from './resend-events.ts'
export { setWebhook, showWebhook, type WebhookDependencies, type WebhookEndpoint } from './webhooks.ts'
