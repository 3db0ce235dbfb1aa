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

/** spec/aml#screening-result. It tolerates enum values of later releases. */
export type AmlScreening = Tolerant<AmlScreeningShape>

/** spec/aml#entry-behind-a-hit, `aml_hit`. It tolerates enum values of later releases. */
export type AmlHit = Tolerant<AmlHitShape>

/** A decision of officers about a hit. It tolerates enum values of later releases. */
export type AmlDisposition = Tolerant<AmlDispositionShape>

type Shared = 'purpose' | 'scopes' | 'document_delivery'

/** AML & CTF Screening: `screen` and its modes, and the entries behind hits. */
export type Aml = Service<'screen', AmlScreeningRequest, AmlScreening, Shared> & {
  /**
   * The complete entry behind a hit, with its content at the time of the screening. `position` is the index of the hit
   * in `hits`, from 0. Rejects with `not_found` for an unknown hit, for a screening of another application, and after
   * 30 days.
   *
   * @example const entry = await nani.aml.hit(screening.id, 0)
   */
  hit(screeningId: string, position: number, options?: CallOptions): Promise<AmlHit>
  /**
   * Records a compliance officer's decision about a hit, for this subject and the current content of the entry. A
   * false positive causes no further alerts until its entry changes.
   *
   * @example await nani.aml.decide(screening.id, 0, { disposition: 'false_positive', reason: 'Born in another year.'
   * })
   */
  decide(
    screeningId: string,
    position: number,
    decision: AmlDispositionRequest,
    options?: PostOptions,
  ): Promise<AmlDisposition>
  /** The latest decision about a hit. Rejects with `not_found` without a decision. */
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
