import { inspect } from 'node:util'
import type {
  AgeVerificationRequest,
  AgeVerification as AgeVerificationShape,
  FaceRecognitionRequest,
  FaceRecognition as FaceRecognitionShape,
  KybVerificationRequest,
  KybVerification as KybVerificationShape,
  KycValidationRequest,
  KycValidation as KycValidationShape,
} from '@nani/contract'
import { type Aml, aml } from './aml.ts'
import { type Batches, batches } from './batches.ts'
import { caller } from './call.ts'
import { type Events, events } from './events.ts'
import { type Jobs, jobs } from './jobs.ts'
import { type NaniOptions, readOptions, type Settings } from './options.ts'
import { type Service, service } from './service.ts'
import type { Tolerant } from './tolerant.ts'

/** Spec 1 § `kyc_validation`, tolerating enum values that a later release adds. */
export type KycValidation = Tolerant<KycValidationShape>

/** Decisions §8, `age_verification`, likewise. */
export type AgeVerification = Tolerant<AgeVerificationShape>

/** Spec 1 § `face_recognition`, likewise. */
export type FaceRecognition = Tolerant<FaceRecognitionShape>

/** Decisions §8, `kyb_verification`, likewise. */
export type KybVerification = Tolerant<KybVerificationShape>

type Envelope = 'purpose' | 'scopes' | 'document_delivery'
type AgeQuestion = 'threshold' | 'comparison' | 'disclosure'
type FaceQuestion = 'reason' | 'liveness' | 'threshold'

/**
 * The client. Signs and encrypts every call, decrypts and checks every answer, and tries again what may
 * be tried again, always under the same Idempotency-Key. It holds kept-alive connections: make one and keep it.
 *
 * @example
 * const nani = new Nani({ baseUrl, apiKey, secretKey, payloadEncryptionKey })
 * const validation = await nani.kyc.validate({
 *   identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
 *   match: { full_name: 'Ngalula Tshibangu Éloïse' },
 *   purpose: 'customer_onboarding',
 * })
 * if (validation.result === 'verified') console.log(validation.kyc?.basic.full_name)
 */
export class Nani {
  readonly kyc: Service<'validate', KycValidationRequest, KycValidation, Envelope>
  /** With an `identifier` 1:1, without one 1:N. An image that cannot be used rejects with a 422. */
  readonly face: Service<'recognize', FaceRecognitionRequest, FaceRecognition, Envelope | FaceQuestion>
  readonly age: Service<'verify', AgeVerificationRequest, AgeVerification, Envelope | AgeQuestion>
  readonly kyb: Service<'verify', KybVerificationRequest, KybVerification, 'purpose' | 'include'>
  readonly aml: Aml
  readonly jobs: Jobs
  readonly batches: Batches
  readonly events: Events
  readonly #settings: Settings

  /** Throws a TypeError when an option cannot be right; it never shows the option's value. */
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
    this.jobs = jobs(call, this.#settings.clock)
    this.batches = batches(call, this.#settings.clock)
    this.events = events(call)
  }

  /** Lets calls in flight finish and closes the connections. */
  close(): Promise<void> {
    return this.#settings.transport.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  [inspect.custom](): string {
    return `Nani { baseUrl: '${this.#settings.origin}${this.#settings.pathPrefix}', apiKey: '${this.#settings.apiKey}' }`
  }
}
