import type {
  AgeVerificationRequest,
  AgeVerification as AgeVerificationShape,
  FaceRecognitionRequest,
  FaceRecognition as FaceRecognitionShape,
  FraudReportRequest,
  FraudReport as FraudReportShape,
  KybVerificationRequest,
  KybVerification as KybVerificationShape,
  KycValidationRequest,
  KycValidation as KycValidationShape,
} from '@nani/contract'
import { type Aml, aml } from './aml.ts'
import { type Batches, batches } from './batches.ts'
import { caller } from './call.ts'
import { type Credit, credit } from './credit.ts'
import { type Events, events } from './events.ts'
import { type Jobs, jobs } from './jobs.ts'
import { type NaniOptions, readOptions, type Settings } from './options.ts'
import { type Receipts, receipts } from './receipts/receipts.ts'
import { type Service, service } from './service.ts'
import type { Tolerant } from './tolerant.ts'

/** spec/kyc#kyc-result. It tolerates enum values of later releases. */
export type KycValidation = Tolerant<KycValidationShape>

/** spec/age#age-result, `age_verification`. It tolerates enum values of later releases. */
export type AgeVerification = Tolerant<AgeVerificationShape>

/** spec/face#face-result. It tolerates enum values of later releases. */
export type FaceRecognition = Tolerant<FaceRecognitionShape>

/** spec/kyb#kyb-result, `kyb_verification`. It tolerates enum values of later releases. */
export type KybVerification = Tolerant<KybVerificationShape>

/** spec/fraud#fraud-report-object, `fraud_report`, likewise. */
export type FraudReport = Tolerant<FraudReportShape>

type Envelope = 'purpose' | 'scopes' | 'document_delivery'
type AgeQuestion = 'threshold' | 'comparison' | 'disclosure'
type FaceQuestion = 'reason' | 'liveness' | 'threshold'

/**
 * The client. It signs and encrypts every call, decrypts and checks every answer, and retries retryable failures with
 * the same Idempotency-Key. It holds keep-alive connections, so create one client and keep it.
 *
 * @example
 * const nani = new Nani({ baseUrl, apiKey, secretKey, payloadEncryptionKey })
 * const validation = await nani.kyc.validate({
 * identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
 * match: { full_name: 'Ngalula Tshibangu Éloïse' },
 * purpose: 'customer_onboarding',
 * })
 * if (validation.result === 'verified') console.log(validation.kyc?.basic.full_name)
 */
export class Nani {
  readonly kyc: Service<'validate', KycValidationRequest, KycValidation, Envelope>
  /** 1:1 with an `identifier`, 1:N without one. An unusable image rejects with a 422. */
  readonly face: Service<'recognize', FaceRecognitionRequest, FaceRecognition, Envelope | FaceQuestion>
  readonly age: Service<'verify', AgeVerificationRequest, AgeVerification, Envelope | AgeQuestion>
  readonly kyb: Service<'verify', KybVerificationRequest, KybVerification, 'purpose' | 'include'>
  readonly aml: Aml
  /** A report is a living resource: `retrieve` returns its case as it is now. */
  readonly fraud: Service<'report', FraudReportRequest, FraudReport, 'purpose'>
  readonly credit: Credit
  readonly jobs: Jobs
  readonly batches: Batches
  readonly events: Events
  /** Signed proofs of results. `verifyReceipt` verifies one without the service. */
  readonly receipts: Receipts
  readonly #settings: Settings

  /** Throws a TypeError for an invalid option, without its value. */
  constructor(options: NaniOptions) {
    this.#settings = readOptions(options)
    const call = caller(this.#settings)
    this.kyc = service<KycValidationRequest, KycValidation, Envelope>(call)('/v1/kyc/validations', 'validate')
    this.face = service<FaceRecognitionRequest, FaceRecognition, Envelope | FaceQuestion>(call)(
      '/v1/face/recognitions',
      'recognize',
    )
    this.age = service<AgeVerificationRequest, AgeVerification, Envelope | AgeQuestion>(call)(
      '/v1/age/verifications',
      'verify',
    )
    this.kyb = service<KybVerificationRequest, KybVerification, 'purpose' | 'include'>(call)(
      '/v1/kyb/verifications',
      'verify',
    )
    this.aml = aml(call)
    this.fraud = service<FraudReportRequest, FraudReport, 'purpose'>(call)('/v1/fraud/reports', 'report')
    this.credit = credit(call, this.#settings.clock)
    this.jobs = jobs(call, this.#settings.clock)
    this.batches = batches(call, this.#settings.clock)
    this.events = events(call)
    this.receipts = receipts(call)
  }

  /** Waits for running calls and closes the connections. */
  close(): Promise<void> {
    return this.#settings.transport.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Nani { baseUrl: '${this.#settings.origin}${this.#settings.pathPrefix}', apiKey: '${this.#settings.apiKey}' }`
  }
}
