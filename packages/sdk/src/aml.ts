import type {
  AmlDispositionRequest,
  AmlDisposition as AmlDispositionShape,
  AmlHit as AmlHitShape,
  AmlScreeningRequest,
  AmlScreening as AmlScreeningShape,
} from '@nani/contract'
import type { Caller, CallOptions, PostOptions } from './call.ts'
import { type Service, service } from './service.ts'
import type { Tolerant } from './tolerant.ts'

/** Spec 2 § `aml_screening`, tolerating enum values that a later release adds. */
export type AmlScreening = Tolerant<AmlScreeningShape>

/** Decisions §5, `aml_hit`, likewise. */
export type AmlHit = Tolerant<AmlHitShape>

/** What officers decided about a hit, likewise. */
export type AmlDisposition = Tolerant<AmlDispositionShape>

type Shared = 'purpose' | 'scopes' | 'document_delivery'

/** AML & CTF Screening: `screen` and its modes, and the entries behind hits. */
export type Aml = Service<'screen', AmlScreeningRequest, AmlScreening, Shared> & {
  /**
   * The whole entry behind a hit, as it stood when the subject was screened. `position` is that of the hit in `hits`,
   * from 0. Rejects with `not_found` when there is none, for a screening of another application, and after 30 days.
   *
   * @example const entry = await nani.aml.hit(screening.id, 0)
   */
  hit(screeningId: string, position: number, options?: CallOptions): Promise<AmlHit>
  /**
   * Records what a compliance officer decided about a hit, for this subject and this entry as it stands. A false
   * positive alerts no more, until its entry changes.
   *
   * @example await nani.aml.decide(screening.id, 0, { disposition: 'false_positive', reason: 'Born in another year.' })
   */
  decide(
    screeningId: string,
    position: number,
    decision: AmlDispositionRequest,
    options?: PostOptions,
  ): Promise<AmlDisposition>
  /** The decision that counts for a hit. Rejects with `not_found` while there is none. */
  disposition(screeningId: string, position: number, options?: CallOptions): Promise<AmlDisposition>
}

const path = '/v1/aml/screenings'

const hitPath = (screeningId: string, position: number) =>
  `${path}/${encodeURIComponent(screeningId)}/hits/${position}`

export const aml = (call: Caller): Aml => ({
  ...service<AmlScreeningRequest, AmlScreening, Shared>(call)(path, 'screen'),
  hit: (screeningId, position, options) => call.get(hitPath(screeningId, position), options),
  decide: (screeningId, position, decision, options) =>
    call.post(`${hitPath(screeningId, position)}/disposition`, decision, options),
  disposition: (screeningId, position, options) =>
    call.get(`${hitPath(screeningId, position)}/disposition`, options),
})
