export type {
  AgeVerificationRequest,
  AmlScreeningRequest,
  CreditScoreRequest,
  FaceRecognitionRequest,
  FraudReportRequest,
  IdentifierType,
  KybVerificationRequest,
  KycValidationRequest,
  NewCreditConsentRequest,
  Receipt,
} from '@nani/contract'
export { identificationThreshold } from '@nani/contract'
export type { Aml, AmlDisposition, AmlHit, AmlScreening } from './aml.ts'
export type { Batches, ResultsOptions } from './batches.ts'
export type { CallOptions, PostOptions } from './call.ts'
export type { Clock, RandomBytes } from './clock.ts'
export type { Credit, CreditScore } from './credit.ts'
export type { CreditConsentRequest, CreditConsents } from './credit-consents.ts'
export * from './errors.ts'
export type * from './event-shapes.ts'
export type { Events, ListEventsOptions } from './events.ts'
export type { Jobs } from './jobs.ts'
export * from './nani.ts'
export type { NaniOptions } from './options.ts'
export type { WaitOptions } from './poll.ts'
export { NaniReceiptError } from './receipts/receipt-errors.ts'
export type { Receipts } from './receipts/receipts.ts'
export { showClaims } from './receipts/show-claims.ts'
export {
  type JwkSet,
  type VerifiedReceipt,
  type VerifyReceiptOptions,
  verifyReceipt,
} from './receipts/verify-receipt.ts'
export type { Service } from './service.ts'
export type * from './shapes.ts'
export type { Tolerant } from './tolerant.ts'
export { httpTransport } from './transports/http-transport.ts'
export type {
  ClientCertificate,
  Transport,
  TransportAnswer,
  TransportRequest,
} from './transports/transport.ts'
export { signWebhook } from './webhooks/sign-webhook.ts'
export { verifyWebhook } from './webhooks/verify-webhook.ts'
export type { VerifyWebhookOptions, WebhookHeaders } from './webhooks/webhook-delivery.ts'
export * from './webhooks/webhook-errors.ts'
